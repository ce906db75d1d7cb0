"""A block of front matter as fields with their lines: YAML, TOML and JSON, scalars as written."""

from siglum_builder.fields.field import Fault, Field, Fields, Value
from siglum_builder.fields.json_object import json_fields
from siglum_builder.fields.recovery import Language, fields_of
from siglum_builder.fields.toml_block import TOML
from siglum_builder.fields.yaml_block import YAML

__all__ = ["TOML", "YAML", "Fault", "Field", "Fields", "Language", "Value", "fields_of", "json_fields"]

"""A block of front matter as fields with their lines: YAML, TOML and JSON, scalars as written."""

from siglum_builder.fields.field import Fault, Field, Fields, Value
from siglum_builder.fields.json_object import json_fields
from siglum_builder.fields.toml_block import toml_fields
from siglum_builder.fields.yaml_block import yaml_fields

__all__ = ["Fault", "Field", "Fields", "Value", "json_fields", "toml_fields", "yaml_fields"]

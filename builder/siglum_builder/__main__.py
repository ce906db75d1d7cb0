"""Run the command line of siglum: `python -m siglum_builder build`."""

from siglum.cli import run

if __name__ == "__main__":
    run()

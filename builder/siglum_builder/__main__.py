"""Run the command line of siglum: `python -m siglum_builder build`."""

from siglum.cli import main

if __name__ == "__main__":
    main()

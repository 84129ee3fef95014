"""Builds the wheel for pip, from the source around this folder: `pip install ./python` needs Go, and nothing else."""

import os
import shutil
import subprocess


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Build the wheel for this machine, and return the name of its file."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if not os.path.exists(os.path.join(root, "go.mod")):
        raise SystemExit("the wheel is built from the whole repository: pip install ./python in it, or with git+URL#subdirectory=python")
    if shutil.which("go") is None:
        raise SystemExit("the program is built with Go, which is not installed: see https://go.dev/dl, or install a wheel that was built")

    def go(*args):
        return subprocess.run(["go", *args], cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout.split()

    platform = "/".join(go("env", "GOOS", "GOARCH"))
    return go("run", "./internal/release", "-wheels", "-o", os.path.abspath(wheel_directory), platform)[-1]


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("there is no source distribution: the source is the whole repository")

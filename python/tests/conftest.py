import os
import tempfile

# Models that somebody has installed do not count: programs look for them there.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="tidytalk-tests")

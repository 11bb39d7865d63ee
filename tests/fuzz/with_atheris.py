"""Fuzz one target by hand, guided by coverage: python tests/fuzz/with_atheris.py TARGET [libFuzzer's options]

    python tests/fuzz/with_atheris.py codec -max_total_time=3600

Needs atheris (`pip install atheris`), which is no dependency of the tests. A finding ends it with a traceback and leaves the
message in a file `crash-*`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # coverage of rules needs them as plain Python
sys.path.insert(0, str(Path(__file__).parent / "support"))

import atheris

with atheris.instrument_imports(include=["engine", "workers", "cluster", "yaml"]):
    import fuzz_targets


def main() -> None:
    """Run libFuzzer on a target, with its seeds and words."""
    name, *options = sys.argv[1:] or [""]
    if name not in fuzz_targets.TARGETS:
        sys.exit(f"usage: with_atheris.py {'|'.join(fuzz_targets.TARGETS)} [libFuzzer's options]")
    folder = Path(tempfile.mkdtemp(prefix=f"fuzz-{name}-"))
    (folder / "corpus").mkdir()
    for number, seed in enumerate(fuzz_targets.SEEDS[name]()):
        (folder / "corpus" / str(number)).write_bytes(seed)
    words = ["".join(f"\\x{byte:02x}" for byte in word) for word in fuzz_targets.WORDS[name] if len(word) < 64]
    (folder / "words").write_text("".join(f'"{word}"\n' for word in words))
    target = fuzz_targets.TARGETS[name]
    atheris.Setup(
        [sys.argv[0], f"-dict={folder / 'words'}", *options, str(folder / "corpus")], lambda data: target(data) and None
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()

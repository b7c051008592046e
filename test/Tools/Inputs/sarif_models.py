# Part of the Tessera project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks files against classes that were generated from the schema file of SARIF 2.1.0.

  sarif_models.py FILE...

The classes are those of the PyPI package pydantic-sarif. Prints "FILE: N results", or each
violation, and then the exit status is 1.
"""
import os
import sys

from pydantic import ValidationError
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Log


def main():
    status = 0
    for path in sys.argv[1:]:
        name = os.path.basename(path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        try:
            log = Log.model_validate_json(text)
        except ValidationError as error:
            status = 1
            for problem in error.errors():
                print(f"{name}: {'.'.join(map(str, problem['loc']))}: {problem['msg']}")
            continue
        print(f"{name}: {sum(len(run.results) for run in log.runs)} results")
    return status


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
#SBATCH --time=5
import sys
print(sys.argv[1:])

#!/bin/bash
#SBATCH --gres=gpu:1
#SBATCH --time=5
# usage: sbatch 11-arguments.sh CONFIG [SEED]
echo "config $1 seed ${2:-0}"
python train.py --config "$1" --seed "${2:-0}"

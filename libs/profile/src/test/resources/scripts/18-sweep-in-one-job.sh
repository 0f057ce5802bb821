#!/bin/bash
#SBATCH --gres=gpu:4
#SBATCH --ntasks=4
#SBATCH --cpus-per-task=6
#SBATCH --time=12:00:00

for lr in 1e-2 3e-3 1e-3 3e-4; do
  srun --ntasks=1 --exclusive --gres=gpu:1 python train.py --lr $lr &
done
wait

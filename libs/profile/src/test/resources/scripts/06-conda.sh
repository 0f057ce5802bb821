#!/bin/bash
#SBATCH --job-name="bert large"
#SBATCH --gpus=a100:2      # two of the big ones
#SBATCH --cpus-per-gpu=8
#SBATCH --mem-per-gpu=64G
#SBATCH --time=2-0

source ~/miniconda3/etc/profile.d/conda.sh
conda activate bert
cd $SLURM_SUBMIT_DIR
python -u finetune.py --out runs/$SLURM_JOB_ID

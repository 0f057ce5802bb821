#!/bin/bash

#SBATCH --mem=0
#SBATCH --gpus-per-node=8
#SBATCH --nodes=2-4
#SBATCH --time=UNLIMITED
#SBATCH --parsable --quiet

cat > config.yaml <<EOF
#SBATCH --nodes=99
batch: 64
EOF
srun python train.py config.yaml

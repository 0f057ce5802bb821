#SBATCH --nodes=1
python main.py

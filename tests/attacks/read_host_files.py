# attack: reads the kit, the solutions, another student's file, the home folder and the system's passwords
# exercise: minmax
# earns: 0
found = []
for path in ("KIT_FOLDER/solutions/minmax/minmax.py", "KIT_FOLDER/graders/kit/tictactoe.py", "CANARY_FOLDER/minmax.py",
             "CANARY_FOLDER/secret.txt", "HOME_FOLDER/secret.txt", "/etc/passwd", "/etc/shadow", "/etc/hostname"):
    try:
        found.append(open(path).read(20))
    except OSError:
        pass
raise Exception(f"BREACH: {found}" if found else "HELD: no such files")

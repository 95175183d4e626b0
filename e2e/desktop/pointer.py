# Moves the pointer of the display in DISPLAY and presses its buttons and keys, by the XTEST extension: to every program
# there it is a person's own. Reads one act per line, and answers each with "done" once the server has carried it out.
import ctypes
import sys

libx11 = ctypes.CDLL("libX11.so.6")
libxtst = ctypes.CDLL("libXtst.so.6")
libx11.XOpenDisplay.restype = ctypes.c_void_p
libx11.XOpenDisplay.argtypes = [ctypes.c_char_p]
libx11.XStringToKeysym.restype = ctypes.c_ulong
libx11.XStringToKeysym.argtypes = [ctypes.c_char_p]
libx11.XKeysymToKeycode.restype = ctypes.c_ubyte
libx11.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
libx11.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
libxtst.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_ulong]
libxtst.XTestFakeButtonEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
libxtst.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]

SAME_SCREEN = -1
LEFT_BUTTON = 1
DOWN, UP = 1, 0
AT_ONCE = 0

display = libx11.XOpenDisplay(None)
if not display:
    sys.exit("There is no such display.")


def key(name):
    code = libx11.XKeysymToKeycode(display, libx11.XStringToKeysym(name.encode()))
    for direction in (DOWN, UP):
        libxtst.XTestFakeKeyEvent(display, code, direction, AT_ONCE)


acts = {
    "move": lambda x, y: libxtst.XTestFakeMotionEvent(display, SAME_SCREEN, int(x), int(y), AT_ONCE),
    "press": lambda: libxtst.XTestFakeButtonEvent(display, LEFT_BUTTON, DOWN, AT_ONCE),
    "release": lambda: libxtst.XTestFakeButtonEvent(display, LEFT_BUTTON, UP, AT_ONCE),
    "key": key,
}
for line in sys.stdin:
    act, *values = line.split()
    acts[act](*values)
    libx11.XSync(display, 0)
    print("done", flush=True)

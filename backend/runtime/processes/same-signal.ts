/**
 * Within so many milliseconds a second signal is the first again: Ctrl-C goes to all processes of a terminal, and npm, which is
 * one of them, passes it on. Without this whatever was under way would never end by itself.
 */
export const sameSignal = 500;

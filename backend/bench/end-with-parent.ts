/** Ends this process when its parent says so, and when that one is gone: else a bench that is killed would leave servers behind. */
export function endWithParent(close: () => unknown = () => undefined): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('disconnect', end);
}

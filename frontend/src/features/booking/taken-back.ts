/** Orders that were deleted in this tab: whoever has done that need not be told, and sees them go. */
const takenBack = new Set<string>();

export const takeBack = (id: string): void => void takenBack.add(id);
/** It is there still: the deletion has failed, and what becomes of it later is news. */
export const leave = (id: string): void => void takenBack.delete(id);
export const isTakenBack = (id: string): boolean => takenBack.has(id);

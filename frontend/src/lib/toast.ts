import { useSyncExternalStore } from 'react';

type PlainToast = { id: number; text: string; about: string | undefined };

const shownForMs = 5_000;

/** What notifications are shown in: nothing until its code has come, which is asked for again with each message. */
let Frame: Awaited<ReturnType<typeof toastCode>>['Notifications'] | undefined;
let plain: readonly PlainToast[] = [];
let said = 0;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** The code of the notifications and its styles: they arrive with the first message, not with the page. */
const toastCode = () => import('./toast-code.ts');

/**
 * Says what happened, in the corner, or at the lower end of a phone: in a notification, or plainly where the code of those does not come.
 * @param kind its colour, by the theme's name
 * @param about what comes next about the same takes its place
 */
export async function toast(message: string, kind: 'success' | 'error' = 'success', about?: string): Promise<void> {
  try {
    const { notifications, hideAbout, leaveToast, keepClearOfToasts, Notifications } = await toastCode();
    Frame = Notifications;
    tell();
    if (about) hideAbout(about);
    notifications.show({
      'data-about': about,
      'data-toast': true,
      onClose: leaveToast,
      message,
      color: `var(--mantine-color-${kind})`,
      autoClose: shownForMs,
      closeButtonProps: { 'aria-label': 'Dismiss' },
    });
    keepClearOfToasts();
  } catch {
    sayPlainly(message, about);
  }
}

/** What was said about this is out of date: it does not stay for its time. */
export async function toastOver(about: string): Promise<void> {
  plain = plain.filter((one) => one.about !== about);
  tell();
  // Without its frame nothing was said in one.
  if (Frame) (await toastCode()).hideAbout(about);
}

function sayPlainly(text: string, about: string | undefined): void {
  said += 1;
  const id = said;
  plain = [...plain, { id, text, about }];
  tell();
  setTimeout(() => {
    plain = plain.filter((one) => one.id !== id);
    tell();
  }, shownForMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToastsFrame(): typeof Frame {
  return useSyncExternalStore(
    subscribe,
    () => Frame,
    () => undefined,
  );
}

export function usePlainToasts(): readonly PlainToast[] {
  return useSyncExternalStore(
    subscribe,
    () => plain,
    () => plain,
  );
}

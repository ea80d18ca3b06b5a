/** For the `ref` of what takes the place of something: the keyboard goes there if that had it, and is nowhere now. */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

/**
 * A `ref` for an element that replaces another. It takes the keyboard focus if that was lost with the
 * replaced element.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

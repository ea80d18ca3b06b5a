import type { Page } from 'playwright-core';

/**
 * Elements that are wrongly placed on a screen that does not scroll as a whole: cut off, outside the window,
 * over another element, or too small for a finger. Elements in a scrollable part may lie outside its visible
 * area.
 */
export function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(lookAtPlaces);
}

/** Runs in the page. */
function lookAtPlaces(): string[] {
  const fingerPx = 44;
  const wrong: string[] = [];
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const all = [...document.querySelectorAll<HTMLElement>('body *:not(svg *)')].filter(
    (element) =>
      element.checkVisibility() &&
      element.getBoundingClientRect().width > 2 &&
      !element.closest('[data-loading]'),
  );
  const buttons = all.filter((element) => element.matches('button'));
  const pieces = all.filter(
    (element) => element.matches('button, svg') || (hasText(element) && !element.closest('button')),
  );
  for (const element of pieces) {
    const { top, left, bottom, right } = seen(element);
    if (left < -1 || right > width + 1 || top < -1 || bottom > height + 1) {
      wrong.push(`${name(element)} lies out of the window`);
    }
  }
  for (const element of all) {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    const isCut =
      (overflowX === 'hidden' &&
        textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1) ||
      (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 4) ||
      (overflowX === 'auto' && element.scrollWidth > element.clientWidth + 1);
    if (isCut) wrong.push(`${name(element)} is cut off, or scrolls sideways`);
  }
  for (const alert of document.querySelectorAll('aside [role=alert]')) {
    const [place, room] = [alert.getBoundingClientRect(), seen(alert)];
    if (room.bottom - room.top < place.height - 1) wrong.push(`${name(alert)} has to be scrolled to`);
  }
  for (const button of buttons) {
    const { width: wide, height: high } = button.getBoundingClientRect();
    if (wide < fingerPx || high < fingerPx) wrong.push(`${name(button)} is too small for a finger`);
    if (button.scrollWidth > button.clientWidth + 1) wrong.push(`${name(button)} is wider than its room`);
    const isPink = button.matches('.mantine-Button-root:not([data-variant="default"])');
    if (isPink && scrollerOf(button)) wrong.push(`${name(button)} has to be scrolled to`);
  }
  for (const [at, one] of pieces.entries()) {
    for (const other of pieces.slice(at + 1)) {
      if (one.contains(other) || layer(one) !== layer(other) || isOneText(one, other)) continue;
      const [a, b] = [seen(one), seen(other)];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 4) wrong.push(`${name(one)} and ${name(other)} lie over each other`);
    }
  }
  return wrong;

  function hasText(element: Element): boolean {
    return [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
  }
  /**
   * Inline pieces of one text wrap over its lines, so their rectangles may overlap although their words do
   * not.
   */
  function isOneText(one: Element, other: Element): boolean {
    return one.parentElement === other.parentElement && getComputedStyle(one).display === 'inline';
  }
  function scrollerOf(element: Element): HTMLElement | undefined {
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowY === 'auto' && outer.scrollHeight > outer.clientHeight)
        return outer;
    }
    return undefined;
  }
  /** The visible part of an element inside a scrollable part. */
  function seen(element: Element) {
    const place = element.getBoundingClientRect();
    const room = scrollerOf(element)?.getBoundingClientRect();
    if (!room) return place;
    return {
      left: place.left,
      right: place.right,
      top: Math.min(Math.max(place.top, room.top), room.bottom),
      bottom: Math.max(Math.min(place.bottom, room.bottom), room.top),
    };
  }
  /** The nearest ancestor that lies over the rest of the page. */
  function layer(element: Element): Element | null {
    for (let outer: Element | null = element; outer; outer = outer.parentElement) {
      if (getComputedStyle(outer).position === 'fixed') return outer;
    }
    return null;
  }
  function name(element: Element): string {
    const words = (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40);
    return `${element.tagName.toLowerCase()} "${words}"`;
  }
}

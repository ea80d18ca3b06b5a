/** A Payment Element that a page has mounted, with its options. Tests read it. */
export interface MountedElement {
  readonly intent: string;
  /** Options of `stripe.elements(…)`. */
  readonly elements: unknown;
  /** Options of `elements.create('payment', …)`. */
  readonly payment: unknown;
}

const most = 500;

export class MountedElements {
  readonly list: MountedElement[] = [];

  add(element: MountedElement): void {
    this.list.push(element);
    if (this.list.length > most) this.list.shift();
  }
}

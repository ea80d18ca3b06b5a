/** A Payment Element that a page has mounted, with the options it gave; tests read them. */
export interface MountedElement {
  readonly intent: string;
  /** Of `stripe.elements(…)`. */
  readonly elements: unknown;
  /** Of `elements.create('payment', …)`. */
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

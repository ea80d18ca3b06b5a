/**
 * The part of Stripe.js that a Payment Element needs: `window.Stripe`, in the shape that `@stripe/stripe-js`
 * and `@stripe/react-stripe-js` expect. The user types the card into a frame of the stand-in, so this script
 * never sees it. The file is no module, because pages load it as a plain script.
 */
{
  type Handler = (event: object) => void;

  /** A call to the frame. The element adds the number of the call. */
  type Question = { kind: 'submit' } | { kind: 'confirm'; returnUrl: string | undefined };

  const script = document.currentScript as HTMLScriptElement;
  const standIn = new URL(script.src).origin;
  const loadWithinMs = 15_000;

  class IntegrationError extends Error {
    override readonly name = 'IntegrationError';
  }

  /** A Payment Element: a frame of the stand-in, and the messages from it. */
  class PaymentElement {
    private readonly handlers = new Map<string, Set<Handler>>();
    private readonly waiting = new Map<number, (outcome: Outcome) => void>();
    private frame: HTMLIFrameElement | undefined;
    private port: MessagePort | undefined;
    private patience: number | undefined;
    private calls = 0;

    constructor(
      private readonly publishableKey: string,
      private readonly elements: ElementsOptions,
      private readonly options: FormOptions,
    ) {}

    get isReady(): boolean {
      return this.port !== undefined && this.patience === undefined;
    }

    mount(place: string | HTMLElement): void {
      const parent = typeof place === 'string' ? document.querySelector(place) : place;
      if (!parent) throw new IntegrationError('There is nothing here to mount the element in.');
      this.unmount();
      const frame = document.createElement('iframe');
      frame.title = 'Secure payment input frame';
      frame.name = `__privateStripeFrame${Math.random().toString(36).slice(2)}`;
      frame.allow = 'payment *';
      frame.style.cssText = 'border: 0; display: block; width: 100%; height: 0';
      frame.addEventListener('load', () => this.greet(frame));
      frame.src = `${standIn}/element`;
      this.frame = frame;
      this.patience = window.setTimeout(() => this.giveUp(), loadWithinMs);
      parent.append(frame);
      this.tell('loaderstart', {});
    }

    on(event: string, handler: Handler): this {
      const handlers = this.handlers.get(event) ?? new Set();
      this.handlers.set(event, handlers.add(handler));
      return this;
    }

    once(event: string, handler: Handler): this {
      const first: Handler = (told) => {
        this.off(event, first);
        handler(told);
      };
      return this.on(event, first);
    }

    off(event: string, handler?: Handler): this {
      if (handler) this.handlers.get(event)?.delete(handler);
      else this.handlers.delete(event);
      return this;
    }

    update(options: FormOptions): this {
      Object.assign(this.options, options);
      this.send({ kind: 'update', elements: this.elements, payment: this.options });
      return this;
    }

    updateElements(options: Partial<ElementsOptions>): void {
      Object.assign(this.elements, options);
      this.send({ kind: 'update', elements: this.elements, payment: this.options });
    }

    collapse(): this {
      return this;
    }

    focus(): void {
      this.send({ kind: 'focus' });
    }

    blur(): void {
      this.send({ kind: 'blur' });
    }

    clear(): void {
      this.send({ kind: 'clear' });
    }

    unmount(): void {
      window.clearTimeout(this.patience);
      this.patience = undefined;
      this.port?.close();
      this.port = undefined;
      this.frame?.remove();
      this.frame = undefined;
    }

    destroy(): void {
      this.unmount();
      this.handlers.clear();
    }

    ask(question: Question): Promise<Outcome> {
      const call = ++this.calls;
      return new Promise((resolve) => {
        this.waiting.set(call, resolve);
        this.send({ ...question, call });
      });
    }

    /**
     * The target origin limits this message to pages of the stand-in, even if the frame shows another page by
     * now.
     */
    private greet(frame: HTMLIFrameElement): void {
      const { port1: port, port2: theirs } = new MessageChannel();
      this.port = port;
      port.onmessage = ({ data }: MessageEvent<FromFrame>) => this.hear(data);
      const { publishableKey, elements, options: payment } = this;
      const hello: Hello = plain({ kind: 'hello', publishableKey, elements, payment });
      frame.contentWindow?.postMessage(hello, standIn, [theirs]);
    }

    private hear(said: FromFrame): void {
      if (said.kind === 'height') {
        if (this.frame) this.frame.style.height = `${said.px}px`;
      } else if (said.kind === 'outcome') {
        this.waiting.get(said.call)?.(said.outcome);
        this.waiting.delete(said.call);
      } else if (said.kind === 'change') {
        this.tell('change', said.change);
      } else {
        if (said.kind === 'ready') this.endPatience();
        if (said.kind === 'loaderror') window.clearTimeout(this.patience);
        this.tell(said.kind, 'error' in said ? { error: said.error } : {});
      }
    }

    private giveUp(): void {
      const message = 'We are unable to load the payment form.';
      this.tell('loaderror', { error: { type: 'api_connection_error', message } });
    }

    private endPatience(): void {
      window.clearTimeout(this.patience);
      this.patience = undefined;
    }

    private tell(event: string, about: object): void {
      for (const handler of this.handlers.get(event) ?? []) handler({ elementType: 'payment', ...about });
    }

    private send(message: ToFrame): void {
      this.port?.postMessage(plain(message));
    }
  }

  /** The elements of one payment. The stand-in supports one element. */
  class Elements {
    private element: PaymentElement | undefined;

    constructor(
      private readonly publishableKey: string,
      private readonly options: ElementsOptions,
    ) {}

    create(kind: string, options: FormOptions = {}): PaymentElement {
      if (kind !== 'payment') throw new IntegrationError(`This stand-in plays no ${kind} element.`);
      this.element = new PaymentElement(this.publishableKey, { ...this.options }, { ...options });
      return this.element;
    }

    getElement(kind: string): PaymentElement | null {
      return kind === 'payment' ? (this.element ?? null) : null;
    }

    update(options: Partial<ElementsOptions>): Promise<void> {
      Object.assign(this.options, options);
      this.element?.updateElements(options);
      return Promise.resolve();
    }

    fetchUpdates(): Promise<object> {
      return Promise.resolve({});
    }

    submit(): Promise<Outcome> {
      return this.mounted().ask({ kind: 'submit' });
    }

    /** @throws IntegrationError as Stripe.js throws it */
    mounted(): PaymentElement {
      if (this.element?.isReady) return this.element;
      throw new IntegrationError(
        'Invalid value for elements: there is no Payment Element that is mounted and ready.',
      );
    }
  }

  async function confirmPayment(asked: {
    elements?: object;
    confirmParams?: { return_url?: string };
    redirect?: 'always' | 'if_required';
  }): Promise<PaymentResult> {
    const { elements, confirmParams, redirect = 'always' } = asked;
    if (!(elements instanceof Elements)) throw new IntegrationError('confirmPayment() needs elements.');
    const returnUrl = confirmParams?.return_url;
    if (redirect === 'always' && returnUrl === undefined) {
      throw new IntegrationError('confirmPayment() needs a confirmParams.return_url.');
    }
    const { error, paymentIntent } = await elements.mounted().ask({ kind: 'confirm', returnUrl });
    if (error) return { error };
    if (!paymentIntent) throw new Error('The frame answered nothing.');
    const bank = paymentIntent.next_action?.redirect_to_url?.url;
    if (paymentIntent.status === 'requires_action' && bank) return leaveFor(bank);
    if (redirect === 'always' && returnUrl !== undefined) {
      const back = new URL(returnUrl);
      back.searchParams.set('payment_intent', paymentIntent.id);
      back.searchParams.set('payment_intent_client_secret', paymentIntent.client_secret ?? '');
      back.searchParams.set('redirect_status', paymentIntent.status);
      return leaveFor(back.href);
    }
    return { paymentIntent };
  }

  /** Leaves the page for this address. The promise never settles. */
  function leaveFor(address: string): Promise<never> {
    window.location.assign(address);
    return new Promise(() => undefined);
  }

  function notPlayed(name: string) {
    return () => Promise.reject(new IntegrationError(`This stand-in does not play ${name}().`));
  }

  /** Copies a value without its functions, because a message cannot carry functions. */
  function plain<T>(value: T): T {
    return JSON.parse(JSON.stringify(value)) as T;
  }

  function open(publishableKey: string) {
    return {
      elements: (options: ElementsOptions = {}) => new Elements(publishableKey, { ...options }),
      confirmPayment,
      createToken: notPlayed('createToken'),
      createPaymentMethod: notPlayed('createPaymentMethod'),
      confirmCardPayment: notPlayed('confirmCardPayment'),
      retrievePaymentIntent: notPlayed('retrievePaymentIntent'),
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
    };
  }

  // The release that the package `@stripe/stripe-js` asks for.
  window.Stripe = Object.assign(open as unknown as NonNullable<Window['Stripe']>, { version: 'endive' });
}

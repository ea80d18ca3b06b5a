/**
 * The part of Stripe.js that a Payment Element needs: `window.Stripe`, in the shape that `@stripe/stripe-js`
 * and `@stripe/react-stripe-js` expect. The user types the card into a frame of the stand-in, so this script
 * never sees it. The file is no module, because pages load it as a plain script.
 */
{
  type Handler = (event: object) => void;

  /** A request to the frame, without its number. `ask` adds the number. */
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
    private readonly pendingCalls = new Map<number, (outcome: Outcome) => void>();
    private frame: HTMLIFrameElement | undefined;
    private port: MessagePort | undefined;
    private loadTimer: number | undefined;
    private lastCall = 0;

    constructor(
      private readonly publishableKey: string,
      private readonly elements: ElementsOptions,
      private readonly options: FormOptions,
    ) {}

    get isReady(): boolean {
      return this.port !== undefined && this.loadTimer === undefined;
    }

    mount(place: string | HTMLElement): void {
      const parent = typeof place === 'string' ? document.querySelector(place) : place;
      if (!parent) throw new IntegrationError('The page has no such element to mount into.');
      this.unmount();
      const frame = document.createElement('iframe');
      frame.title = 'Secure payment input frame';
      frame.name = `__privateStripeFrame${Math.random().toString(36).slice(2)}`;
      frame.allow = 'payment *';
      frame.style.cssText = 'border: 0; display: block; width: 100%; height: 0';
      frame.addEventListener('load', () => this.sendHello(frame));
      frame.src = `${standIn}/element`;
      this.frame = frame;
      this.loadTimer = window.setTimeout(() => this.giveUp(), loadWithinMs);
      parent.append(frame);
      this.emitEvent('loaderstart', {});
    }

    on(event: string, handler: Handler): this {
      const handlers = this.handlers.get(event) ?? new Set();
      this.handlers.set(event, handlers.add(handler));
      return this;
    }

    once(event: string, handler: Handler): this {
      const onceHandler: Handler = (payload) => {
        this.off(event, onceHandler);
        handler(payload);
      };
      return this.on(event, onceHandler);
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
      window.clearTimeout(this.loadTimer);
      this.loadTimer = undefined;
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
      const call = ++this.lastCall;
      return new Promise((resolve) => {
        this.pendingCalls.set(call, resolve);
        this.send({ ...question, call });
      });
    }

    /**
     * Sends the frame its message port and its options. The target origin is the stand-in, so that another
     * page in the frame cannot receive the message.
     */
    private sendHello(frame: HTMLIFrameElement): void {
      const { port1: port, port2: framePort } = new MessageChannel();
      this.port = port;
      port.onmessage = ({ data }: MessageEvent<FromFrame>) => this.receiveMessage(data);
      const { publishableKey, elements, options: payment } = this;
      const hello: Hello = plain({ kind: 'hello', publishableKey, elements, payment });
      frame.contentWindow?.postMessage(hello, standIn, [framePort]);
    }

    private receiveMessage(message: FromFrame): void {
      if (message.kind === 'height') {
        if (this.frame) this.frame.style.height = `${message.px}px`;
      } else if (message.kind === 'outcome') {
        this.pendingCalls.get(message.call)?.(message.outcome);
        this.pendingCalls.delete(message.call);
      } else if (message.kind === 'change') {
        this.emitEvent('change', message.change);
      } else {
        if (message.kind === 'ready') this.stopLoadTimer();
        if (message.kind === 'loaderror') window.clearTimeout(this.loadTimer);
        this.emitEvent(message.kind, 'error' in message ? { error: message.error } : {});
      }
    }

    private giveUp(): void {
      const message = 'We are unable to load the payment form.';
      this.emitEvent('loaderror', { error: { type: 'api_connection_error', message } });
    }

    private stopLoadTimer(): void {
      window.clearTimeout(this.loadTimer);
      this.loadTimer = undefined;
    }

    private emitEvent(event: string, details: object): void {
      for (const handler of this.handlers.get(event) ?? []) handler({ elementType: 'payment', ...details });
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
      if (kind !== 'payment') throw new IntegrationError(`This stand-in has no ${kind} element.`);
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

  async function confirmPayment(options: {
    elements?: object;
    confirmParams?: { return_url?: string };
    redirect?: 'always' | 'if_required';
  }): Promise<PaymentResult> {
    const { elements, confirmParams, redirect = 'always' } = options;
    if (!(elements instanceof Elements)) throw new IntegrationError('confirmPayment() needs elements.');
    const returnUrl = confirmParams?.return_url;
    if (redirect === 'always' && returnUrl === undefined) {
      throw new IntegrationError('confirmPayment() needs a confirmParams.return_url.');
    }
    const { error, paymentIntent } = await elements.mounted().ask({ kind: 'confirm', returnUrl });
    if (error) return { error };
    if (!paymentIntent) throw new Error('The answer of the frame has neither an error nor a payment intent.');
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

  function unsupported(name: string) {
    return () => Promise.reject(new IntegrationError(`This stand-in does not support ${name}().`));
  }

  /** Copies a value without its functions, because a message cannot carry functions. */
  function plain<T>(value: T): T {
    return JSON.parse(JSON.stringify(value)) as T;
  }

  function open(publishableKey: string) {
    return {
      elements: (options: ElementsOptions = {}) => new Elements(publishableKey, { ...options }),
      confirmPayment,
      createToken: unsupported('createToken'),
      createPaymentMethod: unsupported('createPaymentMethod'),
      confirmCardPayment: unsupported('confirmCardPayment'),
      retrievePaymentIntent: unsupported('retrievePaymentIntent'),
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
    };
  }

  // The release that the package `@stripe/stripe-js` asks for.
  window.Stripe = Object.assign(open as unknown as NonNullable<Window['Stripe']>, { version: 'endive' });
}

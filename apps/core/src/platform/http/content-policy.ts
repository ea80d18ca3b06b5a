import type { CoreConfig } from '../process/config.js';
import { paymentSources } from './payment-sources.js';

/** Origins besides core's own that pages may use, by directive of the policy. */
export interface ContentSources {
  script: readonly string[];
  frame: readonly string[];
  connect: readonly string[];
  img: readonly string[];
  form: readonly string[];
  /**
   * Whether a page may communicate with windows of other sites that it opened. Some payment methods need
   * this.
   */
  popups: boolean;
}

/** The content security policy of every document of core: its own origin, and the given sources. */
export function contentPolicy(origin: string, sources: ContentSources) {
  const own = "'self'";
  return {
    defaultSrc: [own],
    scriptSrc: [own, ...sources.script],
    frameSrc: [own, ...sources.frame],
    imgSrc: [own, 'data:', 'blob:', ...sources.img],
    styleSrc: [own, "'unsafe-inline'"],
    connectSrc: [own, origin.replace(/^http/, 'ws'), ...sources.connect],
    formAction: [own, ...sources.form],
    upgradeInsecureRequests: origin.startsWith('https:') ? [] : null,
  };
}

/** The sources that the configuration names, and those of the payment form. */
export function contentSourcesOf(config: CoreConfig): ContentSources {
  const payments = paymentSources(config);
  return {
    script: [...config.CSP_SCRIPT_SOURCES, ...payments.script],
    frame: [...config.CSP_FRAME_SOURCES, ...payments.frame],
    connect: [...config.CSP_CONNECT_SOURCES, ...payments.connect],
    img: [...config.CSP_IMG_SOURCES, ...payments.img],
    form: config.CSP_FORM_SOURCES,
    popups: payments.popups,
  };
}

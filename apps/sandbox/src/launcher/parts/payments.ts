import { isLoopback } from '@sixpence/config/loopback';
import { PaymentsProcess } from '../../payments/payments-process.js';
import type { Settings } from '../settings/settings.js';
import type { OutsidePart, Variables } from './part.js';

/** The stand-in for Stripe, unless the environment holds a key of a real account. */
export const payments: OutsidePart = {
  name: 'payments',
  ports: ['payments'],
  data: ['payments'],
  replacedBy: ['STRIPE_SECRET_KEY'],
  companionVariables: [
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_URL',
    'STRIPE_SCRIPT_URL',
    'STRIPE_TEST_MODE',
  ],
  needs: [],
  async start(context) {
    const { settings } = context;
    if (!mayStartStandIn(settings)) return {};
    const options = {
      port: settings.ports.payments,
      folder: context.path('payments'),
      webhooks: `http://127.0.0.1:${settings.ports.core}/stripe-webhook`,
      logFile: context.logFile('payments'),
    };
    let ours: Variables = {};
    await context.keepRunning(`payments on http://localhost:${options.port}`, async () => {
      const started = await PaymentsProcess.start(options);
      ours = started.variables;
      return started.child;
    });
    return ours;
  },
  welcome: ({ settings }) =>
    mayStartStandIn(settings)
      ? [['Payments', `http://localhost:${settings.ports.payments} (stand-in; pay with 4242 4242 4242 4242)`]]
      : [],
};

/** Test cards pay at the stand-in, so only users on this machine may reach it. */
function mayStartStandIn({ publicUrl }: Settings): boolean {
  return isLoopback(new URL(publicUrl).hostname);
}

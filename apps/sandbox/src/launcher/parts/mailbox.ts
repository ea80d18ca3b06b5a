import { Mailbox } from '../../mailbox/mailbox.js';
import type { OutsidePart } from './part.js';

/** The mailbox: receives every mail that core sends, to any recipient. */
export const mailbox: OutsidePart = {
  name: 'mailbox',
  ports: ['mailboxSmtp', 'mailbox'],
  data: [],
  replacedBy: ['MAIL_URL'],
  needs: [],
  async start(context) {
    const { mailboxSmtp: smtpPort, mailbox: port } = context.settings.ports;
    let url = '';
    await context.keepRunning(`mailbox on http://localhost:${port}`, async () => {
      const started = await Mailbox.start({ smtpPort, port, logFile: context.logFile('mailbox') });
      url = started.mailUrl;
      return started.child;
    });
    return { MAIL_URL: url };
  },
  welcome: ({ settings }) => [['Mail', `http://localhost:${settings.ports.mailbox}`]],
};

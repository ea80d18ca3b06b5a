import { inLanguage } from '@sixpence/theme/language';

export const mailWords = inLanguage('accountMailWords', {
  title: 'Print by mail',
  lead: (address: string) =>
    `What you mail to ${address} from one of your addresses waits on your dashboard, as if you had uploaded it.`,
  takes: 'Take my mails',
  taken: 'Your mails are taken from now on.',
  notTaken: 'Your mails are sent back from now on.',
  answers: 'Answer each mail with pages and price',
  answered: 'Your mails are answered from now on.',
  notAnswered: 'Your mails are not answered any more. They are still on your dashboard.',
});

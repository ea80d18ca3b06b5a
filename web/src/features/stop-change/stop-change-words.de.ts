import type { Translated } from '@sixpence/theme/language';
import type * as english from './stop-change-words.en.js';

export const words = {
  stopChangeWords: {
    title: 'Eine Änderung aufhalten',
    lead: 'Jemand hat die E-Mail-Adressen Ihres Kontos geändert.',
    opening: 'Wird geöffnet',
    what: 'Waren Sie es nicht, halten Sie es hier auf. Die Adressen werden, wie sie waren, alle werden abgemeldet, und das Passwort gilt nicht mehr: Sie wählen ein neues.',
    stop: 'Änderung aufhalten',
    stopped: 'Die Änderung wurde aufgehalten.',
    stoppedAdvice: 'Alle wurden abgemeldet. Wählen Sie jetzt ein neues Passwort.',
    choose: 'Neues Passwort wählen',
    over: 'Dieser Link gilt nicht mehr.',
    overAdvice:
      'Er gilt einmal, 72 Stunden lang. Sorgen Sie sich um Ihr Konto, wählen Sie ein neues Passwort.',
    failed: 'Das hat nicht funktioniert.',
    failedAdvice: 'Prüfen Sie Ihre Verbindung, und versuchen Sie es in einer Minute noch einmal.',
  },
} satisfies Translated<typeof english>;

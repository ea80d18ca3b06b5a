import type { Translated } from '@sixpence/theme/language';
import type * as english from './qr-login-words.en.js';

export const words = {
  qrLoginWords: {
    title: 'QR-Anmeldung',
    lead: 'Öffnen Sie Ihre Liste auf dem Bildschirm des Druckers vor Ihnen.',
    code: 'Sechsstelligen Code eingeben',
    codeAdvice: 'Berühren Sie am Drucker „Stattdessen scannen“: Sein Bildschirm zeigt einen.',
    validate: 'Prüfen',
    validating: 'Der Code wird geprüft',
    open: 'Öffnen:',
    openAdvice: 'Nur wenn Sie davor stehen: Ihre Liste erscheint dort, für alle zu sehen.',
    nobodys: 'Gerade zeigt kein Drucker diesen Code.',
    authenticating:
      'Das muss bestätigt werden: Mit „Prüfen“ melden Sie sich an dem Drucker an, der den Code zeigt.',
    agreeing: 'Mit der Nutzung stimmen Sie zu:',
    terms: 'Nutzungsbedingungen',
    malformed: 'Bitte geben Sie einen gültigen sechsstelligen Code ein.',
    signIn: 'Bitte melden Sie sich an, um den QR-Code zu prüfen.',
    invalid: 'Ungültiger Code. Bitte versuchen Sie es noch einmal.',
    invalidAdvice:
      'Ein Code gilt einmal, für zwei Minuten. Berühren Sie am Drucker „Stattdessen scannen“ für einen neuen. Der Code von Ihrer Übersicht wird am Drucker eingegeben.',
    failed: 'Der Code konnte nicht geprüft werden. Bitte versuchen Sie es noch einmal.',
    failedAdvice:
      'Sehen Sie zuerst auf den Bildschirm des Druckers: Vielleicht sind Sie dort schon angemeldet.',
    tooMany: 'Das waren zu viele falsche Codes. Warten Sie eine Minute, dann versuchen Sie es noch einmal.',
    success: 'Erfolgreich angemeldet.',
    successAdvice: 'Ihre Liste ist auf dem Bildschirm des Druckers. Wählen Sie dort, was gedruckt wird.',
    toDashboard: 'Zurück zu Ihren Dokumenten',
  },
} satisfies Translated<typeof english>;

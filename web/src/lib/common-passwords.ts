/**
 * The passwords that people choose most: words, names, teams, months, and rows of keys. Password crackers
 * also try a capital, a year, or an exclamation mark around these words, so the check ignores such additions.
 */
const common = new Set(
  `
  password passwort passord parola passw pass passwd passcode secret private changeme default guest root user login
  admin administrator master letmein welcome hello hallo iloveyou ilove loveyou trustno trustme access whatever nothing
  starwars pokemon superman batman spiderman matrix dragon monster shadow ninja princess sunshine flower butterfly rainbow
  unicorn chocolate cookie cheese banana orange apple pepper ginger cherry summer winter spring autumn january february
  march april june july august september october november december monday tuesday wednesday thursday friday saturday
  sunday london england liverpool chelsea arsenal manchester everton tottenham rangers celtic barcelona football soccer
  baseball basketball hockey cricket tennis golfer computer internet google facebook microsoft windows android iphone
  samsung apple yahoo michael jennifer thomas jordan daniel andrew joshua charlie jessica ashley michelle amanda nicole
  matthew anthony robert george william james david harry oliver jack sophie emily hannah charlotte maggie buster bailey
  killer hunter ranger soldier phoenix mustang ferrari porsche mercedes corvette harley yamaha freedom forever lovely
  angel jesus family friends school student teacher university college office printer print sixpence shilling penny money
  qwerty qwertz azerty qwertyuiop asdfgh asdf asdfghjkl zxcvbn zxcvbnm qazwsx qwer qweasd abc abcd abcde abcdef abcdefg
  abcdefgh aa aaa aaaa aaaaaa test testing temp demo sample example super bond`
    .trim()
    .split(/\s+/),
);

const asLetters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** Whether a password cracker tries this password early. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const respelled = withoutEnd(lower).replace(/[@431!0$5]/g, (sign) => asLetters[sign] ?? sign);
  return [lower, respelled].some((text) => common.has(text.replace(/[^a-z]/g, '')));
}

/** The text without the digits and signs after its last letter. */
function withoutEnd(text: string): string {
  let length = text.length;
  while (length > 0 && !/[a-z]/.test(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}

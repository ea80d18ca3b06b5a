import { isLoopback, isSafeAddress } from '@sixpence/config/loopback';
import { z } from 'zod';

const issuer = (address: string) =>
  z.url({ error: `give the address of the issuer, such as ${address}` }).default(address);
const text = z.string().default('');

/**
 * Core's registrations with the identity providers. A provider without a client id is not offered; one with a
 * client id needs its other variables too. Apple issues a key instead of a secret; core signs a new secret
 * with it for each request.
 */
export const providerVariables = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: issuer('https://accounts.google.com'),
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  MICROSOFT_ISSUER: issuer('https://login.microsoftonline.com/common/v2.0'),
  APPLE_CLIENT_ID: text,
  APPLE_TEAM_ID: text,
  APPLE_KEY_ID: text,
  APPLE_KEY_FILE: text,
  APPLE_ISSUER: issuer('https://appleid.apple.com'),
};

const belongTogether = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_KEY_FILE'],
] as const;
const issuers = ['GOOGLE_ISSUER', 'MICROSOFT_ISSUER', 'APPLE_ISSUER'] as const;

type Given = { [Name in keyof typeof providerVariables]: string } & { PUBLIC_URL: string };

/** Missing and unsafe variables, each with its remedy. */
export function providerProblems(config: Given): (readonly [name: string, remedy: string])[] {
  const missing = belongTogether.flatMap((names) => {
    const given = names.find((name) => config[name] !== '');
    if (given === undefined) return [];
    return names
      .filter((name) => config[name] === '')
      .map((name) => [name, `give it together with ${given}, or neither`] as const);
  });
  // At a stand-in every visitor can sign in as any person, so it is for this machine only.
  const isLocal = isLoopback(new URL(config.PUBLIC_URL).hostname);
  const isGood = (address: string) => (isLocal ? isSafeAddress(address) : address.startsWith('https:'));
  const unsafe = issuers
    .filter((name) => !isGood(config[name]))
    .map(
      (name) =>
        [name, 'use https: plain http is only for a stand-in beside a PUBLIC_URL on localhost'] as const,
    );
  return [...missing, ...unsafe];
}

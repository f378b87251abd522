import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { message } from '#i18n/message.ts';
import { locales, translate } from '#i18n/translate.ts';
import { consentTexts } from './consent-version.ts';

test('a changed consent is a new version', () => {
  const hashOf = (locale: string) => {
    const texts = [message('card.consent_now'), message('card.consent_final')].map((text) => translate(locale, text));
    return createHash('sha256').update(texts.join('\n')).digest('hex');
  };
  expect(consentTexts.at(-1)).toEqual(Object.fromEntries(locales.map((locale) => [locale, hashOf(locale)])));
});

import { expect, test } from 'vitest';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { boundFlash, flash, readFlash } from './flash.ts';

const english = { locale: 'en', secure: false };

test('a message survives the redirect', () => {
  const message = { type: 'warning', title: 'Access; Forbidden', content: 'ü' } as const;
  expect(readFlash(flash(message).split(';')[0] ?? '', english)).toEqual(message);
});

test('a message is in the words of whoever reads it', () => {
  const cookie = flash({ type: 'success', title: message('erase.gone'), content: '' }).split(';')[0] ?? '';
  expect(readFlash(cookie, english)?.title).toBe(translate('en', message('erase.gone')));
  expect(readFlash(cookie, { ...english, locale: 'de' })?.title).toBe(translate('de', message('erase.gone')));
});

test('a cookie that is not ours shows nothing', () => {
  expect(readFlash('facevalue_flash=%7B', english)).toBeNull();
  expect(readFlash('facevalue_flash=%7B%22type%22%3A%22x%22%7D', english)).toBeNull();
  expect(readFlash(null, english)).toBeNull();
});

test('over https the message is bound to the host, and no other is read', () => {
  const plain = flash({ type: 'info', title: 'Here', content: '' });
  const bound = boundFlash(plain);
  expect(bound).toMatch(/^__Host-facevalue-flash=.*; Path=\/; .*; Secure$/);
  expect(boundFlash('facevalue_theme=dark; Path=/')).toBe('facevalue_theme=dark; Path=/');
  const [own, foreign] = [bound, plain].map((cookie) => cookie.split(';')[0]!);
  expect(readFlash(own!, { locale: 'en', secure: true })?.title).toBe('Here');
  expect(readFlash(foreign!, { locale: 'en', secure: true })).toBeNull();
});

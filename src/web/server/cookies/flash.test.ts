import { expect, test } from 'vitest';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { flash, readFlash } from './flash.ts';

test('a message survives the redirect', () => {
  const message = { type: 'warning', title: 'Access; Forbidden', content: 'ü' } as const;
  expect(readFlash(flash(message).split(';')[0] ?? '', 'en')).toEqual(message);
});

test('a message is in the words of whoever reads it', () => {
  const cookie = flash({ type: 'success', title: message('erase.gone'), content: '' }).split(';')[0] ?? '';
  expect(readFlash(cookie, 'en')?.title).toBe(translate('en', message('erase.gone')));
  expect(readFlash(cookie, 'de')?.title).toBe(translate('de', message('erase.gone')));
});

test('a cookie that is not ours shows nothing', () => {
  expect(readFlash('facevalue_flash=%7B', 'en')).toBeNull();
  expect(readFlash('facevalue_flash=%7B%22type%22%3A%22x%22%7D', 'en')).toBeNull();
  expect(readFlash(null, 'en')).toBeNull();
});

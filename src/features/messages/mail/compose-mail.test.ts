import { expect, test } from 'vitest';
import { unbranded } from '#contracts/messages/branding.ts';
import { message } from '#i18n/message.ts';
import { composeMail } from './compose-mail.ts';

const envelope = { shop: unbranded, public_url: 'https://shop.example', message_id: '<1@shop.example>' };
const mail = { to: 'anna@example.com', locale: null, subject: 'A subject', paragraphs: ['One.', 'Two.'] };

test('what a mail says is text in its HTML', () => {
  const hostile = '<img src=x onerror=alert(1)> & "quotes" \'single\'';
  const { html, text } = composeMail(
    {
      ...mail,
      subject: hostile,
      paragraphs: [hostile],
      code: hostile,
      button: { label: hostile, path: '/x?"><script>' },
    },
    envelope,
  );
  expect(html).not.toMatch(/<img|<script/);
  expect(html.split('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot; &#39;single&#39;')).toHaveLength(6);
  expect(html).toContain('href="https://shop.example/x?&quot;&gt;&lt;script&gt;"');
  expect(text).toContain(hostile);
});

test('the code and the link stand in the plain text too', () => {
  const { text } = composeMail({ ...mail, code: '493 201', button: { label: 'Open', path: '/orders' } }, envelope);
  expect(text).toBe(
    'One.\n\nTwo.\n\n493 201\n\nOpen:\nhttps://shop.example/orders\n\n-- \nFacevalue, https://shop.example\n',
  );
});

test("a mail is written in the recipient's language", () => {
  const { subject, text, html } = composeMail(
    {
      to: 'anna@example.com',
      locale: 'de',
      time_zone: 'Europe/Berlin',
      subject: message('mail.activated.subject'),
      paragraphs: [message('mail.hello', { name: 'anna' })],
      button: { label: message('mail.activated.button'), path: '/cards' },
    },
    envelope,
  );
  expect(subject).toBe('Ihr Konto ist aktiv');
  expect(text).toContain('Guten Tag anna,');
  expect(html).toContain('<html lang="de" dir="ltr">');
  expect(html).toContain('>Karten ansehen</a>');
  expect(html).toContain('Facevalue, <a href="https://shop.example">https://shop.example</a></p>');
});

test('a language that the shop does not speak is answered in English', () => {
  const { subject, html } = composeMail(
    { ...mail, locale: 'xx', subject: message('mail.activated.subject') },
    envelope,
  );
  expect([subject, /lang="(\w+)"/.exec(html)?.[1]]).toEqual(['Your account is active', 'en']);
});

test.for(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '@evil.example', ''])(
  'a mail that links to %j is not written',
  (path) => {
    expect(() => composeMail({ ...mail, button: { label: 'Open', path } }, envelope)).toThrow('path of the shop');
  },
);

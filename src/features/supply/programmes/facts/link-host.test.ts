import { expect, it } from 'vitest';
import { fitsIssuer, hostOfLink } from './link-host.ts';

const listed = new Set(['links.partner.example', 'xn--80ak6aa92e.com', '192.0.2.7']);
const fits = (host: string, terms_url = 'https://www.hazelbrook.co.uk/gift-cards/terms') =>
  fitsIssuer(listed, { terms_url, host });

it.each(['hazelbrook.co.uk', 'www.hazelbrook.co.uk', 'claim.cards.hazelbrook.co.uk', 'links.partner.example'])(
  '%s is a host of the issuer or listed',
  (host) => {
    expect(fits(host)).toBe(true);
  },
);

it.each([
  ['another domain', 'pastebin.com'],
  ['another name under the same suffix', 'other.co.uk'],
  ['the suffix itself', 'co.uk'],
  ["a domain that ends as the issuer's", 'evil-hazelbrook.co.uk'],
  ["a domain with the issuer's in front", 'hazelbrook.co.uk.evil.example'],
  ['a subdomain of a listed host', 'evil.links.partner.example'],
  ['punycode below its domain', 'xn--clam-vpa.hazelbrook.co.uk'],
  ['punycode that is listed', 'xn--80ak6aa92e.com'],
  ['an address that is listed', '192.0.2.7'],
  ['an address in disguise', '0x7f.0.0.1'],
  ['a number', '2130706433'],
  ['an address in brackets', '[::1]'],
  ['a port', 'hazelbrook.co.uk:8443'],
  ['a name and a password', 'hazelbrook.co.uk@evil.example'],
  ['capitals', 'Hazelbrook.co.uk'],
  ['other letters', 'hаzelbrook.co.uk'],
])('%s is no host of the issuer', (_what, host) => {
  expect(fits(host)).toBe(false);
});

it('a tenant of a shared host has its own name only, and terms without a domain fit nothing', () => {
  const terms = 'https://hazelbrook.github.io/terms';
  expect([fits('hazelbrook.github.io', terms), fits('thief.github.io', terms)]).toEqual([true, false]);
  for (const nowhere of ['https://github.io/terms', 'https://192.0.2.7/terms', 'https://xn--80ak6aa92e.com/terms'])
    expect(fits(new URL(nowhere).hostname.replace('80', '81'), nowhere)).toBe(false);
});

it.each([
  ['https://claim.hazelbrook.co.uk/g/ABC', 'claim.hazelbrook.co.uk'],
  ['https://claim.hazelbrook.co.uk:443/g/ABC', null],
  ['https://claim.hazelbrook.co.uk:8443/g/ABC', null],
  ['https://hazelbrook.co.uk@evil.example/g/ABC', null],
  ['http://claim.hazelbrook.co.uk/g/ABC', null],
  ['https://claim.hazelbrook.co.uk\\@evil.example/', null],
  ['no link', null],
])('the link %s leads straight to %s', (link, host) => {
  expect(hostOfLink(link)).toBe(host);
});

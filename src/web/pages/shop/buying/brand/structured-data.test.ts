import { expect, test } from 'vitest';
import type { BrandPage } from '#contracts/shop/brands.ts';
import { structuredData } from './structured-data.ts';

const nasty = `</script><script>alert(1)</script>"'`;
const brand = {
  name: nasty,
  about: nasty.repeat(20),
  programmes: [
    {
      currency: 'EUR',
      values: [
        { face_cents: 5_00, price_cents: 5_13, on_sale: 3 },
        { face_cents: 25_00, price_cents: 25_70, on_sale: 0 },
      ],
    },
  ],
} as unknown as BrandPage;
const url = 'https://shop.example/brands/ostermoor';
const read = structuredData({
  brand,
  public_url: 'https://shop.example',
  path: '/brands/ostermoor',
  locale: 'en',
  shop: 'Kartenhaus',
});

test('a brand is described as a product with an offer for each value, in dollars', () => {
  const product = read.flatMap((one) => ('script:ld+json' in one ? [one['script:ld+json']] : []));
  expect(product).toMatchObject([
    {
      '@type': 'Product',
      name: nasty,
      offers: [
        { price: '5.13', priceCurrency: 'USD', availability: 'https://schema.org/InStock', url },
        { price: '25.70', priceCurrency: 'USD', availability: 'https://schema.org/OutOfStock', url },
      ],
    },
  ]);
});

test('messengers get a title, a picture and no more than a few sentences', () => {
  const of = (property: string) => read.find((one) => 'property' in one && one.property === property);
  expect(of('og:title')).toMatchObject({ content: nasty });
  expect(of('og:image')).toMatchObject({ content: `${url}/picture.png` });
  expect((of('og:description') as { content: string }).content.length).toBeLessThanOrEqual(300);
});

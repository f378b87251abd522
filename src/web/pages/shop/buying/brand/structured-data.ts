import type { MetaDescriptor } from 'react-router';
import type { BrandPage } from '#contracts/shop/brands.ts';
import { plainHundredths } from '#i18n/currency-decimals.ts';

interface Given {
  brand: Pick<BrandPage, 'name' | 'about' | 'programmes'>;
  /** The canonical address of the shop, and the path of the page. */
  public_url: string;
  path: string;
  locale: string;
  /** The shop's name. */
  shop: string;
}

/**
 * What search engines and messengers read of a brand: Open Graph, and a schema.org product with an offer for each value.
 * The router escapes both, so no name and no text of a brand becomes markup.
 */
export function structuredData({ brand, public_url, path, locale, shop }: Given): MetaDescriptor[] {
  const url = new URL(path, public_url).href;
  const picture = `${url}/picture.png`;
  const { name, about, programmes } = brand;
  const description = about.slice(0, 300);
  const offers = programmes.flatMap(({ values, currency }) =>
    values.map(({ face_cents, price_cents, on_sale }) => ({
      '@type': 'Offer',
      name: `${name} ${plainHundredths(face_cents, currency)} ${currency}`,
      price: plainHundredths(price_cents),
      priceCurrency: 'USD',
      availability: `https://schema.org/${on_sale ? 'InStock' : 'OutOfStock'}`,
      url,
    })),
  );
  return [
    { property: 'og:type', content: 'product' },
    { property: 'og:site_name', content: shop },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:locale', content: locale },
    { name: 'twitter:card', content: 'summary_large_image' },
    { tagName: 'link', rel: 'canonical', href: url },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        description,
        image: picture,
        url,
        brand: { '@type': 'Brand', name },
        offers,
      },
    },
  ];
}

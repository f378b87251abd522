export interface DemoCategory {
  slug: string;
  names: { en: string; de: string; es: string };
  synonyms: string[];
}

export const DEMO_CATEGORIES: readonly DemoCategory[] = [
  {
    slug: 'food',
    names: { en: 'Food and drink', de: 'Essen und Trinken', es: 'Comida y bebida' },
    synonyms: [
      'groceries',
      'supermarket',
      'coffee',
      'Lebensmittel',
      'Supermarkt',
      'Kaffee',
      'comida',
      'supermercado',
      'café',
    ],
  },
  {
    slug: 'games',
    names: { en: 'Games', de: 'Spiele', es: 'Juegos' },
    synonyms: ['gaming', 'video games', 'Videospiele', 'videojuegos'],
  },
  {
    slug: 'books',
    names: { en: 'Books', de: 'Bücher', es: 'Libros' },
    synonyms: ['reading', 'bookshop', 'Lesen', 'Buchhandlung', 'leer', 'librería'],
  },
  {
    slug: 'home',
    names: { en: 'Home and garden', de: 'Haus und Garten', es: 'Casa y jardín' },
    synonyms: ['furniture', 'plants', 'DIY', 'Möbel', 'Pflanzen', 'muebles', 'plantas'],
  },
  {
    slug: 'electronics',
    names: { en: 'Electronics', de: 'Elektronik', es: 'Electrónica' },
    synonyms: ['computers', 'phones', 'Technik', 'Computer', 'Handys', 'ordenadores', 'teléfonos'],
  },
  {
    slug: 'fashion',
    names: { en: 'Fashion and beauty', de: 'Mode und Schönheit', es: 'Moda y belleza' },
    synonyms: ['perfume', 'watches', 'jewellery', 'Parfum', 'Uhren', 'Schmuck', 'relojes', 'joyas'],
  },
  {
    slug: 'films',
    names: { en: 'Films and streaming', de: 'Filme und Streaming', es: 'Cine y series' },
    synonyms: ['cinema', 'movies', 'series', 'Kino', 'Serien', 'películas'],
  },
  {
    slug: 'outdoors',
    names: { en: 'Sport and outdoors', de: 'Sport und Freizeit', es: 'Deporte y aire libre' },
    synonyms: ['cycling', 'bicycles', 'hiking', 'camping', 'Fahrräder', 'Wandern', 'bicicletas', 'senderismo'],
  },
  {
    slug: 'travel',
    names: { en: 'Travel', de: 'Reisen', es: 'Viajes' },
    synonyms: ['holidays', 'trips', 'Urlaub', 'vacaciones'],
  },
];

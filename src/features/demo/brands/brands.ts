export interface DemoBrand {
  name: string;
  about: string;
  german: string;
  spanish: string;
  categories: string[];
  synonyms: string[];
  /** Programmes of other names that belong to it too. */
  also?: string[];
  question?: Record<'en' | 'de' | 'es', { question: string; answer: string }>;
}

export const DEMO_BRANDS: readonly DemoBrand[] = [
  {
    name: 'Quillmarsh Market',
    about: 'A grocer with fresh food, a bakery and a deli counter in every shop, and delivery in most cities.',
    german: 'Lebensmittel, Backwaren und eine Frischetheke in jeder Filiale, mit Lieferung in den meisten Städten.',
    spanish:
      'Alimentación con productos frescos, panadería y charcutería en cada tienda, y reparto en la mayoría de las ciudades.',
    categories: ['food'],
    synonyms: ['Quillmarsh'],
  },
  {
    name: 'Velquist Arcade',
    about:
      'Games, add-ons and seasons for console and PC. The balance stays in your Velquist wallet until you spend it.',
    german:
      'Spiele, Erweiterungen und Saisons für Konsole und PC. Das Guthaben bleibt in Ihrer Velquist-Wallet, bis Sie es ausgeben.',
    spanish:
      'Juegos, complementos y temporadas para consola y PC. El saldo se queda en su monedero Velquist hasta que lo gaste.',
    categories: ['games'],
    synonyms: ['Velquist', 'Velquist Pro'],
    also: ['Velquist Arcade Pro'],
    question: {
      en: {
        question: 'What is the difference between Arcade and Arcade Pro cards?',
        answer: 'Both add to the same Velquist wallet. Only a Pro card can also pay for Pro seasons.',
      },
      de: {
        question: 'Was unterscheidet Karten von Arcade und Arcade Pro?',
        answer: 'Beide laden dieselbe Velquist-Wallet auf. Nur mit einer Pro-Karte können Sie auch Pro-Saisons zahlen.',
      },
      es: {
        question: '¿Qué diferencia hay entre las tarjetas Arcade y Arcade Pro?',
        answer:
          'Las dos recargan el mismo monedero Velquist. Solo con una tarjeta Pro se pagan también las temporadas Pro.',
      },
    },
  },
  {
    name: 'Brambleforth Books',
    about: 'Bookshops with a café, and an online shop with new, used and audio books.',
    german: 'Buchhandlungen mit Café und ein Onlineshop mit neuen und gebrauchten Büchern und Hörbüchern.',
    spanish: 'Librerías con café y una tienda en línea con libros nuevos, de segunda mano y audiolibros.',
    categories: ['books'],
    synonyms: ['Brambleforth', 'audiobooks'],
  },
  {
    name: 'Pellworthy Home',
    about: 'Furniture, lamps and textiles for every room, with free returns in all shops.',
    german: 'Möbel, Lampen und Textilien für jedes Zimmer, mit kostenloser Rückgabe in allen Filialen.',
    spanish: 'Muebles, lámparas y textiles para cada habitación, con devolución gratuita en todas las tiendas.',
    categories: ['home'],
    synonyms: ['Pellworthy'],
  },
  {
    name: 'Ostermoor Kaffee',
    about: 'A roastery with cafés all over Germany. The card also pays for beans and brewing gear.',
    german: 'Eine Rösterei mit Cafés in ganz Deutschland. Mit der Karte zahlen Sie auch Bohnen und Zubehör.',
    spanish: 'Un tostadero con cafeterías en toda Alemania. Con la tarjeta también se pagan granos y accesorios.',
    categories: ['food'],
    synonyms: ['Ostermoor', 'coffee', 'café'],
  },
  {
    name: 'Drixholm Technik',
    about: 'Computers, phones and household appliances, with collection in the shop within an hour.',
    german: 'Computer, Telefone und Haushaltsgeräte, innerhalb einer Stunde in der Filiale abholbereit.',
    spanish: 'Ordenadores, teléfonos y electrodomésticos, con recogida en la tienda en una hora.',
    categories: ['electronics'],
    synonyms: ['Drixholm'],
  },
  {
    name: 'Tavonne Parfums',
    about: 'A perfume house from Grasse with shops in eleven cities and samples with every order.',
    german: 'Ein Parfumhaus aus Grasse mit Filialen in elf Städten und Proben zu jeder Bestellung.',
    spanish: 'Una casa de perfumes de Grasse con tiendas en once ciudades y muestras en cada pedido.',
    categories: ['fashion'],
    synonyms: ['Tavonne', 'perfume'],
  },
  {
    name: 'Lumebria Cines',
    about: 'Cinemas in Spain. The card pays for tickets, and for snacks at the bar.',
    german: 'Kinos in Spanien. Mit der Karte zahlen Sie Eintritt und Snacks.',
    spanish: 'Cines en España. Con la tarjeta se pagan las entradas y lo que tome en el bar.',
    categories: ['films'],
    synonyms: ['Lumebria', 'cinema', 'cine'],
  },
  {
    name: 'Zeldervoort Fietsen',
    about: 'Bicycles, parts and repairs in shops and workshops across the Netherlands.',
    german: 'Fahrräder, Ersatzteile und Reparaturen in Läden und Werkstätten in den ganzen Niederlanden.',
    spanish: 'Bicicletas, piezas y reparaciones en tiendas y talleres de todos los Países Bajos.',
    categories: ['outdoors'],
    synonyms: ['Zeldervoort', 'bikes', 'e-bike'],
  },
  {
    name: 'Kopparlind Friluft',
    about: 'Tents, boots and everything else for the mountains, with repairs for life.',
    german: 'Zelte, Stiefel und alles andere für die Berge, mit lebenslangem Reparaturservice.',
    spanish: 'Tiendas de campaña, botas y todo lo demás para la montaña, con reparaciones de por vida.',
    categories: ['outdoors', 'travel'],
    synonyms: ['Kopparlind', 'camping'],
  },
  {
    name: 'Nordvinge Resor',
    about: 'Train trips, cabins and guided tours in Scandinavia.',
    german: 'Zugreisen, Hütten und geführte Touren in Skandinavien.',
    spanish: 'Viajes en tren, cabañas y visitas guiadas en Escandinavia.',
    categories: ['travel'],
    synonyms: ['Nordvinge', 'holiday'],
  },
  {
    name: 'Fernacle Provisions',
    about: 'Canadian grocers with a bulk section and a weekly vegetable box.',
    german: 'Kanadische Lebensmittelläden mit losen Waren und einer wöchentlichen Gemüsekiste.',
    spanish: 'Tiendas de alimentación canadienses con productos a granel y una cesta semanal de verduras.',
    categories: ['food'],
    synonyms: ['Fernacle'],
  },
  {
    name: 'Zellbrugg Uhren',
    about: 'Watches made in Switzerland, with service and engraving in every boutique.',
    german: 'Uhren aus der Schweiz, mit Service und Gravur in jeder Boutique.',
    spanish: 'Relojes hechos en Suiza, con servicio y grabado en todas las boutiques.',
    categories: ['fashion'],
    synonyms: ['Zellbrugg', 'watch'],
  },
  {
    name: 'Coolamint Streaming',
    about: 'Films and series from Australia and New Zealand on up to four screens.',
    german: 'Filme und Serien aus Australien und Neuseeland auf bis zu vier Bildschirmen.',
    spanish: 'Películas y series de Australia y Nueva Zelanda en hasta cuatro pantallas.',
    categories: ['films'],
    synonyms: ['Coolamint'],
  },
  {
    name: 'Yarrowick Garden',
    about: 'Nurseries with plants for dry climates, and advice from gardeners.',
    german: 'Gärtnereien mit Pflanzen für trockenes Klima und Beratung durch Fachleute.',
    spanish: 'Viveros con plantas para climas secos y consejos de jardineros.',
    categories: ['home'],
    synonyms: ['Yarrowick', 'nursery'],
  },
];

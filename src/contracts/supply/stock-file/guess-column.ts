import type { StockColumn } from './stock-columns.ts';

// Names as suppliers write them in English, German, Spanish, French and Dutch: letters and digits, lower case, no accents.
const NAMES: Record<StockColumn, string> = {
  code: `code codes giftcode giftcardcode vouchercode voucher claimcode redemptioncode redeemcode couponcode cardcode activationcode
    key serialkey gutscheincode gutschein gutscheinnummer einlosecode einloesecode guthabencode aktivierungscode
    codigo codigos codigoregalo codigodecanje codigopromocional clave vale
    codecadeau codebon codecartecadeau codedactivation bon cle cadeaucode cadeaubon bonnummer tegoedcode waardebon
    cardnumber giftcardnumber cardno kartennummer geschenkkartennummer numerodetarjeta numerodecarte kaartnummer`,
  pin: 'pin pincode pins pinnummer geheimzahl codigopin codepin codesecret cijfercode',
  serial: `serial serialnumber serialno sn seriennummer seriennr numerodeserie nserie numeroserie noserie serienummer
    volgnummer`,
  face_value: `facevalue value amount denomination nominal nominalvalue balance cardvalue worth
    wert betrag nennwert nominalwert guthaben kartenwert stuckelung
    valor importe monto valornominal saldo denominacion montant valeur valeurfaciale valeurnominale solde
    waarde bedrag nominalewaarde saldobedrag tegoed`,
  currency: 'currency currencycode ccy curr wahrung waehrung moneda divisa devise monnaie valuta munt muntsoort',
  expires_on: `expireson validto validtill validthrough validuntil expires expirydate expiry expirationdate expiration expdate
    gultigbis gueltigbis ablaufdatum ablauf verfallsdatum verfallt einlosbarbis verfall
    validohasta validahasta caducidad fechadecaducidad vencimiento fechadevencimiento caduca
    valablejusquau dateexpiration datedexpiration expirele datelimite datedevalidite
    geldigtot vervaldatum verlooptop einddatum`,
  activation_ref: `activationref activationreference reference ref orderref orderreference transactionref referenz bestellreferenz
    referencia refdactivation referentie`,
};

const byName = new Map<string, StockColumn>();
for (const [column, names] of Object.entries(NAMES) as [StockColumn, string][])
  for (const name of names.split(/\s+/)) byName.set(name, column);

/** The column of ours that a supplier's name most likely means, denied names included; undefined if it is none we know. */
export function guessColumn(name: string): StockColumn | undefined {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return byName.get(key.replaceAll('ß', 'ss'));
}

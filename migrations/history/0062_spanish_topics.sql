-- The topics that a shop starts with, in Spanish. Names that staff wrote stay.
update support_categories c set names = c.names || jsonb_build_object('es', spanish.name)
from (values
  ('card', 'A card or its code', 'Una tarjeta o su código'),
  ('order', 'An order', 'Un pedido'),
  ('payment', 'A payment', 'Un pago'),
  ('preorder', 'A pre-order', 'Una reserva anticipada'),
  ('account', 'My account', 'Mi cuenta'),
  ('other', 'Something else', 'Otra cosa'),
  ('claim', 'Guarantee claim', 'Reclamación de garantía')
) as spanish (slug, english, name)
where c.slug = spanish.slug and c.names ->> 'en' = spanish.english and not c.names ? 'es';

-- Parts of a record that come and go in a file of their own, a line each.
insert into private.record_lists (table_name, section, searchable, sortable, filterable) values
  ('device_lines', 'telephony', '{}', '{line}', '{device_id}'),
  ('did_conditions', 'telephony', '{}', '{position}', '{did_id}'),
  ('extension_follow_me', 'telephony', '{}', '{position}', '{extension_id}'),
  ('portal_user_extensions', 'telephony', '{}', '{position}', '{portal_user_id}'),
  ('ring_group_members', 'telephony', '{}', '{position}', '{ring_group_id}'),
  ('ivr_menu_options', 'telephony', '{}', '{position}', '{ivr_menu_id}');

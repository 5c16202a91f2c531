-- Phones: stock, profiles, devices with lines and keys, and provisioning.

-- Stock: phones, gateways and other equipment with serial numbers and MAC addresses, minimum stock by model, and receiving by scanner.

-- By which two texts are the same model: without case, spaces, punctuation and the vendor's prefix (SIP-T54W). The browser does the same
-- (lib/model-key.ts).
create function private.model_key(model text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(regexp_replace(regexp_replace(lower(private.half_width(model)), '^sip[ -]', ''), '[\s!-/:-@\[-`{-~]', '', 'g'), ''),
    lower(model))
$$;

create table public.inventory (
  like private.record_columns including all,
  name text not null check (length(btrim(name)) between 1 and 128),
  asset_tag text unique check (length(asset_tag) between 1 and 64),
  model text not null default '' check (length(model) <= 64),
  serial text unique check (length(serial) between 1 and 64),
  mac text unique check (private.is_mac_address(mac)),
  status text not null default 'in_stock'
    check (status in ('ordered', 'in_stock', 'reserved', 'staged', 'shipped', 'deployed', 'rma', 'retired')),
  company_id uuid references public.companies (id),
  location text not null default '' check (length(location) <= 128),
  purchased_on date,
  purchase_cost numeric(12, 2) check (purchase_cost >= 0),
  warranty_months integer check (warranty_months between 0 and 240),
  notes text not null default '' check (length(notes) <= 2000),
  receipt_id uuid unique
);
comment on column public.inventory.receipt_id is 'Derived from the id of the scan that received it (private.scanned_id)';
-- Labels, scanners and distributors' lists write one serial number in capitals and in small letters.
create unique index inventory_same_serial_key on public.inventory (upper(serial));
create index inventory_status_idx on public.inventory (status, model);
create index inventory_company_idx on public.inventory (company_id);
create index inventory_model_idx on public.inventory (private.model_key(model), model);
select private.declare_records('inventory', section => 'inventory', search => '{name,asset_tag,model,serial,mac,location}',
  sort => '{name,model,status,location,purchased_on,created_at}', filter => '{status,model,company_id}');
select private.count_list_versions('inventory', 'inventory');

-- Whether a stock item of this company, or of none, can be a customer's: another customer's phone stays theirs.
create function private.is_free_for(holder uuid, company uuid) returns boolean
language sql immutable set search_path = '' as $$
  select holder is null or holder is not distinct from company
$$;

-- A phone that returns to stock is anyone's again, unless the change names another company. Undoing a change puts back what there was.
create function private.release_returned_stock() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('app.undoing', true) is distinct from 'on' then
    new.company_id := null;
  end if;
  return new;
end
$$;
create trigger release_returned before update of status on public.inventory for each row
  when (new.status = 'in_stock' and old.status <> 'in_stock' and new.company_id is not distinct from old.company_id)
  execute function private.release_returned_stock();

create table public.stock_minimums (
  like private.record_columns including all,
  model text not null unique check (length(btrim(model)) between 1 and 64),
  minimum integer not null check (minimum between 0 and 100000)
);
create unique index stock_minimums_same_model_key on public.stock_minimums (private.model_key(model));
comment on table public.stock_minimums is 'How many of a model should always be in stock';
select private.declare_records('stock_minimums', section => 'inventory', search => '{model}', sort => '{model}');

-- Per model: how many are ordered, in stock, reserved, deployed and in RMA, and the minimum with its record's version. It is written as in
-- the minimum, or as in most items.
create function public.stock_levels()
returns table (model text, ordered bigint, in_stock bigint, reserved bigint, deployed bigint, rma bigint, minimum integer,
  minimum_version integer)
language sql stable security invoker set search_path = '' as $$
  select coalesce(m.model, counted.model), coalesce(counted.ordered, 0), coalesce(counted.in_stock, 0), coalesce(counted.reserved, 0),
    coalesce(counted.deployed, 0), coalesce(counted.rma, 0), m.minimum, m.version
  from (
    select private.model_key(w.model) as key, (array_agg(w.model order by w.items desc, w.model))[1] as model,
      sum(w.ordered)::bigint as ordered, sum(w.in_stock)::bigint as in_stock, sum(w.reserved)::bigint as reserved,
      sum(w.deployed)::bigint as deployed, sum(w.rma)::bigint as rma
    from (
      select i.model, count(*) as items,
        count(*) filter (where i.status = 'ordered') as ordered,
        count(*) filter (where i.status = 'in_stock') as in_stock,
        count(*) filter (where i.status in ('reserved', 'staged', 'shipped')) as reserved,
        count(*) filter (where i.status = 'deployed') as deployed,
        count(*) filter (where i.status = 'rma') as rma
      from public.inventory i
      where i.model <> ''
      group by i.model
    ) w
    group by 1
  ) counted
  full join public.stock_minimums m on private.model_key(m.model) = counted.key
  order by 1
$$;

-- A model as it is written already, in its minimum or in most items, if it is there.
create function private.known_model(model text) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select m.model from public.stock_minimums m where private.model_key(m.model) = private.model_key($1)),
    (select i.model from public.inventory i where private.model_key(i.model) = private.model_key($1)
      group by i.model order by count(*) desc, i.model limit 1),
    $1)
$$;

-- The people who unpack phones also set them up: they may receive stock they may not list.
create function private.require_receive_permission() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('inventory', 'create') or private.has_permission('telephony', 'create'));
end
$$;

-- The item's addresses and location before the scan that received it, reconstructed from the trail.
create function private.before_receipt(held public.inventory) returns public.inventory
language sql stable set search_path = '' as $$
  select jsonb_populate_record(held, jsonb_object_agg(c.key, c.value -> 0 order by a.seq desc))
  from public.audit_log a cross join jsonb_each(a.changes) c
  where a.table_name = 'inventory' and a.record_id = held.id and c.key in ('mac', 'serial', 'location') and a.seq >= (
    select max(r.seq) from public.audit_log r
    where r.table_name = 'inventory' and r.record_id = held.id and r.changes -> 'receipt_id' ->> 1 = held.receipt_id::text)
$$;

-- Applies corrections from rescanning an item already received. A model that is only written otherwise is no correction. One that was
-- announced with an address keeps its model, and its serial number unless the scan has another, as when it arrived. A phone that its first
-- barcode deployed still takes the serial number of its second one.
create function private.correct_receipt(held public.inventory, mac text, model text, serial text, location text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  was public.inventory := private.before_receipt(held);
  numbered boolean := false;
begin
  if was.mac is not null or was.serial is not null then
    model := coalesce(nullif(held.model, ''), model);
    serial := coalesce(serial, was.serial);
  end if;
  if private.model_key(held.model) = private.model_key(model) then
    model := held.model;
  end if;
  if held.status = 'deployed' then
    -- Where a customer's phone is, its device says.
    location := held.location;
    numbered := held.serial is null and (held.mac, held.model) is not distinct from (mac, model);
  end if;
  if (held.mac, held.model, held.serial, held.location) is not distinct from (mac, model, serial, location) then
    return;
  elsif held.status not in ('in_stock', 'reserved') and not numbered then
    raise exception '% is now %. Change it in Inventory.', held.name, replace(held.status, '_', ' ') using errcode = 'check_violation';
  elsif held.status = 'reserved' and held.model <> model then
    raise exception '% was ordered for a customer as %. Correct it in Inventory.', held.name, held.model
      using errcode = 'check_violation', detail = '{"column": "model"}';
  end if;
  update public.inventory i set mac = $2, model = $3, serial = $4, location = $5 where i.id = held.id;
  if numbered then
    update public.devices d set serial_number = $4 where d.inventory_id = held.id and d.serial_number = '';
  end if;
end
$$;

-- The id of an item that a scan added, and what an item keeps of the scan that received it. Neither reveals the scan's id, which authorizes
-- changes and is known only to the browser.
create function private.scanned_id(scan uuid) returns uuid
language sql immutable set search_path = '' as $$
  select private.derived_id('scan ' || scan)
$$;

-- The lock for a phone that arrives while it is added as a device: whoever comes second sees what the first one did. Phones share 256
-- locks, since a file of phones would need more than the database has room for.
create function private.arrival_lock(mac text) returns bigint
language sql immutable set search_path = '' as $$
  select hashtextextended('stock ' || (hashtext(mac) & 255), 0)
$$;

create function private.receive_stock(
  item uuid, mac text, model text, name text, serial text, location text, known jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  held public.inventory;
  holder public.inventory;
  awaited uuid;
  -- Whose phone it is already, set up before its box was opened.
  customer uuid;
begin
  perform private.require_receive_permission();
  if private.is_mac_address(mac) is not true then
    raise exception '% is not a valid MAC address.', mac using errcode = 'check_violation', detail = '{"column": "mac"}';
  end if;
  -- The phones of one batch, a customer's order and the minimum are the same model, however the scanner's user has typed it.
  model := private.known_model(model);
  -- Whoever scans the same phone or adds it as a device at the same time waits, and so does the same scan when it is sent again.
  perform pg_advisory_xact_lock(private.arrival_lock(mac));
  select * into held from public.inventory i where i.receipt_id = private.scanned_id(item) for update;
  if held.id is not null then
    perform private.correct_receipt(held, coalesce(nullif(mac, known ->> 'mac'), held.mac),
      coalesce(nullif(model, private.known_model(known ->> 'model')), held.model),
      case when serial = known ->> 'serial' or serial is null and known ->> 'serial' = '' then held.serial else serial end,
      coalesce(nullif(location, known ->> 'location'), held.location));
    return jsonb_build_object('outcome', 'received');
  end if;
  select * into holder from public.inventory i
  where i.mac = receive_stock.mac or upper(i.serial) = upper(receive_stock.serial) order by (i.mac = receive_stock.mac) desc nulls last limit 1
  for update;
  if holder.id is not null and holder.status <> 'ordered' then
    return jsonb_build_object('outcome', 'duplicate', 'name', holder.name, 'status', holder.status);
  end if;
  -- An ordered item belongs to its customer when it arrives: the one that was announced with these addresses, or the oldest of the model;
  -- that of the phone's own customer, who takes none from another.
  awaited := holder.id;
  if awaited is null then
    select c.id into customer from public.devices d join public.companies c on c.domain_uuid = d.tenant_id where d.mac = receive_stock.mac;
    select i.id into awaited from public.inventory i
    where i.status = 'ordered' and private.model_key(i.model) = private.model_key(receive_stock.model) and i.model <> ''
      and i.mac is null and i.serial is null
      and (customer is null or private.is_free_for(i.company_id, customer))
    order by (i.company_id = customer) desc nulls last, i.created_at, i.id limit 1 for update skip locked;
  end if;
  if awaited is not null then
    update public.inventory i set receipt_id = private.scanned_id(item), mac = $2, model = coalesce(nullif(i.model, ''), receive_stock.model),
      serial = coalesce($5, i.serial), location = $6,
      status = case when i.company_id is null then 'in_stock' else 'reserved' end
    where i.id = awaited;
  else
    insert into public.inventory (id, receipt_id, name, model, mac, serial, location)
    values (private.scanned_id(item), private.scanned_id(item), coalesce(nullif(name, ''), nullif(model, ''), 'Phone'), model, mac, serial, location);
  end if;
  return jsonb_build_object('outcome', 'received');
end
$$;

create function private.cancel_receipt(item uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  held public.inventory;
  was public.inventory;
begin
  perform private.require_receive_permission();
  select * into held from public.inventory i where i.receipt_id = private.scanned_id(item) for update;
  if held.id is null then
    return;
  elsif held.status = 'reserved' or held.status = 'in_stock' and held.id <> private.scanned_id(item) then
    -- It was on order before, and may have been announced with its addresses.
    was := private.before_receipt(held);
    update public.inventory i set receipt_id = null, mac = was.mac, serial = was.serial, location = coalesce(was.location, ''),
      status = 'ordered'
    where i.id = held.id;
  elsif held.status = 'in_stock' then
    delete from public.inventory i where i.id = held.id;
  else
    raise exception '% is now %, so it was not removed.', held.name, replace(held.status, '_', ' ') using errcode = 'restrict_violation';
  end if;
end
$$;

-- Adds a scanned phone (MAC as AA:BB:CC:DD:EE:FF) to stock under an id the client generated for the scan; a retry adds nothing, and
-- resending it with other values corrects the item, where they differ from what the client knows it to have, `known`: {mac, model, serial, location}
-- as sent before. A phone of a model ordered for a customer is reserved for them. Returns {outcome:
-- 'received'}, or {outcome: 'duplicate', name, status} when the MAC address or serial number is already in stock.
create function public.receive_stock(
  item uuid, mac text, model text default '', name text default '', serial text default '', location text default '',
  known jsonb default null
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.receive_stock($1, $2, btrim(coalesce($3, '')), btrim(coalesce($4, '')), nullif(btrim($5), ''), btrim(coalesce($6, '')), $7)
$$;

-- Removes a scanned item from stock, as long as nothing else was done with it; an ordered item goes back on order.
select private.expose('cancel_receipt');

-- A stock item that is a tenant's phone is deployed and has that phone's MAC address; swapping the phone sends it to RMA.
create function private.guard_deployed_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  holder text := (
    select coalesce(c.name, 'a tenant')
    from public.devices d left join public.companies c on c.domain_uuid = d.tenant_id
    where d.inventory_id = old.id
  );
begin
  if holder is not null then
    raise exception '% is a phone of %. Remove it from the devices there first.', old.name, holder
      using errcode = 'restrict_violation',
        detail = case when tg_op = 'DELETE' then '' when new.mac is distinct from old.mac then '{"column": "mac"}'
          else '{"column": "status"}' end;
  end if;
  return coalesce(new, old);
end
$$;
create trigger guard_deployed before update of status, mac on public.inventory
  for each row when (new.mac is distinct from old.mac
    or new.status is distinct from old.status and new.status in ('in_stock', 'reserved', 'staged'))
  execute function private.guard_deployed_stock();
-- With it would go what it cost and how long its warranty is. Undoing its arrival leaves the phone without an item, as it was.
create trigger guard_deployed_deletion before delete on public.inventory for each row
  when (current_setting('app.undoing', true) is distinct from 'on') execute function private.guard_deployed_stock();

-- Device profiles: keys and settings shared by phones of one vendor.

create table public.device_profiles (
  like private.tenant_columns including all,
  name text not null check (length(btrim(name)) between 1 and 75),
  vendor text not null default '' check (length(vendor) <= 64),
  model text not null default '' check (length(model) <= 64),
  description text not null default '' check (length(description) <= 255),
  like private.phone_settings including all,
  unique (tenant_id, name)
);
comment on column public.device_profiles.model is 'The model the keys are designed for; the vendor''s other models use the keys they have';
select private.declare_records('device_profiles', section => 'telephony', secrets => '{"admin_password": "phone_password"}',
  source => 'device_profile_rows', search => '{name,vendor,model,description}',
  sort => '{name,vendor,device_count,created_at}', filter => '{vendor}');
select private.count_list_versions('device_profiles', 'telephony');
create trigger guard_firmware before insert or update of phone_firmware_url on public.device_profiles for each row
  when (new.phone_firmware_url <> 'none') execute function private.guard_firmware_address();

-- Key columns of a profile and a device. No rows of its own: both tables include these columns. A key that dials one of the tenant's own
-- numbers refers to its destination, so that it still works when the number changes.
create table private.phone_keys (
  category text not null default 'line' check (category in ('line', 'memory', 'expansion')),
  position integer not null check (position between 1 and 500),
  type text not null default 'none' check (type in ('none', 'line', 'blf', 'speed_dial', 'park', 'transfer')),
  line integer not null default 1 check (line between 1 and 48),
  value text not null default '' check (value ~ '^[0-9A-Za-z*#+._@:-]{0,64}$'),
  destination_id uuid,
  label text not null default '' check (length(label) <= 64 and label !~ '[[:cntrl:]]'),
  constraint phone_keys_one_target check (destination_id is null or value = ''),
  constraint phone_keys_need_target check (type in ('none', 'line') or destination_id is not null or value <> '')
);

create table public.device_profile_keys (
  like private.tenant_columns including all,
  profile_id uuid not null,
  like private.phone_keys including all,
  constraint device_profile_keys_position_unique unique (profile_id, category, position) deferrable initially deferred
);
select private.declare_parts('device_profile_keys', of => 'device_profiles', by => 'profile_id',
  refers => '{"destination_id": "destinations"}');

-- Vendor parameters that must not be set, in any case, by name: 'password' for those that hold one, 'elsewhere' for those by which a phone
-- would get configuration or orders from another server, send it what it knows, find ours by other name servers, proxies or tunnels, or
-- trust other certificates; and 'server', by `name=value`, for those whose value is a URL or a certificate. Another server could ask for the
-- provisioning password, which Snom's phones have for all web servers alike. Grandstream's parameters have numbers only, and addresses
-- without a scheme, which only those of SIP, NTP, STUN and LDAP servers may have. `npm run types` writes the patterns for the forms too.
create function private.forbidden_settings(reason text) returns text
language sql immutable set search_path = '' as $$
  select case reason
    when 'password' then '(password|passwd|passphrase|pswd|secret|private_?key|psk)|(^|[._])(pass|pwd|pin)([._0-9]|$)|_(pass|pwd|pin)$'
      || '|^P(2|34|83|196|279|281|[4-7]06|734|1359|1361|1383|1594|1706|1806|2967|41[23][0-9]|4505|4512|4553|4557|6714|6769|6773|7903'
      || '|8024|8221|8395|84(04|07|10|13|16|19|22|25|28|31)|8452|8472|8570|8573|21908|21909|21914|21915|22022|221(37|40|43|46|49|52|55|58|61)'
      || '|22430|22434|22438|27008|28124|28126|32(004|009|014|019|024|029|034|039|044|049))$'
    when 'elsewhere' then 'auto_?prov|redirect|tr_?069|(^|[._])acs([._]|$)|zero_?touch|(^|[._])(ztp|rps)([._]|$)|managementserver'
      || '|^(static\.)?dm\.|^device\.prov\.|bootsrv|^config_files$|^setting_server|^settings_refresh|^pnp_config|provisioning_order'
      || '|^profile_rule|^dhcp_option_to_use|^resync_|^gpp_|^(download|flash)_(server|protocol|user|mode)|^config_file|^pnp_|fdps'
      || '|^P(145|212|234|235|237|1007|1008|1009|1360|1409|1414|4503|4504|4506|4507|4511|4518|8449|8450|8467)$'
      || '|url([.0-9]|$)|update_(server|host)|subscribe_config|(^|[._])push([._]|$)|push_(xml|enable)|action_uri|remote_control|device\.cma|lcserver'
      || '|syslog|snmp|pcap|diagnose|_upload\.|upload_server|(^|[._])xsi([._]|$)|xcap|http_(client|request_server)'
      || '|(primary|secondary|static)_dns|dns_?(cache|server|domain|list)|(^|\.)dns\.|https?_?proxy|^mb\.proxy|wpad|vpn|l2tp'
      || '|trust_cert|trusted|(ca|root)_?cert|cn_validation|(^|\.)sec\.tls\.|cert_provisioning'
      || '|check_fqdn|name_validation|ignore_security|tls_server_auth|skip_provisioning'
      || '|^P(2[1-8]|9[2-5]|207|331|337|341|1423|1424|1425|1552|1553|2386|2486|2586|2686|2912|7050'
      || '|7051|7052|8394|8396|8463|9902|9903|9904|20719|20724|22030)$'
    when 'server' then '=.*(://|-----BEGIN)'
      || '|^P(?!(30|47|48|76|[4-6]0[23]|1[78]0[23]|747|748|967|987|997|998|2[3-8]12|2[3-8]33|8020)=)[0-9]+='
      || '\s*([^/@]*@)?(([0-9]{1,3}\.){3}[0-9]{1,3}|([a-z0-9_-]+\.)+[a-z]{2,}\.?)(:[0-9]+)?(/.*)?\s*$'
  end
$$;

create table public.device_profile_settings (
  like private.tenant_columns including all,
  profile_id uuid not null,
  name text not null check (name ~ '^[A-Za-z_][A-Za-z0-9_.-]{0,127}$'),
  value text not null default '' check (length(value) <= 1000 and value !~ '[[:cntrl:]]'),
  enabled boolean not null default true,
  constraint device_profile_settings_name_unique unique (profile_id, name) deferrable initially deferred,
  constraint device_profile_settings_no_passwords check (name !~* private.forbidden_settings('password')),
  constraint device_profile_settings_no_redirects check (name !~* private.forbidden_settings('elsewhere')),
  constraint device_profile_settings_no_servers check (name || '=' || value !~* private.forbidden_settings('server'))
);
select private.declare_parts('device_profile_settings', of => 'device_profiles', by => 'profile_id');

-- Devices: a phone's profile, lines and keys, and its stock item.

create table public.devices (
  like private.tenant_columns including all,
  mac text not null unique check (private.is_mac_address(mac)),
  label text not null default '' check (length(label) <= 128),
  vendor text not null default '' check (length(vendor) <= 64),
  model text not null default '' check (length(model) <= 64),
  location text not null default '' check (length(location) <= 128),
  enabled boolean not null default true,
  last_provisioned_at timestamptz,
  profile_id uuid,
  serial_number text not null default '' check (length(serial_number) <= 64),
  inventory_id uuid unique references public.inventory (id) on delete set null
);
comment on column public.devices.inventory_id is 'The phone''s stock item; setting it takes the item out of stock';
create index devices_tenant_idx on public.devices (tenant_id, mac);
create index devices_serial_idx on public.devices (serial_number) where serial_number <> '';
select private.declare_records('devices', section => 'telephony', touch => false, trail => '{}', not_while_suspended => true,
  source => 'device_rows', search => '{mac,label,vendor,model,serial_number,location,lines}',
  sort => '{label,mac,vendor,location,profile_name,last_provisioned_at,created_at}',
  filter => '{enabled,vendor,profile_id,last_provisioned_at,is_registered}', snapshot => '{inventory_id,last_provisioned_at,serial_number}',
  refers => '{"profile_id": "device_profiles"}');
-- Fetching a configuration does not change the phone: no new version, no trail entry. Users cannot set when a phone was last provisioned.
create function private.guard_devices() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.last_provisioned_at := case when tg_op = 'UPDATE' and new.mac = old.mac then old.last_provisioned_at end;
  end if;
  return new;
end
$$;
create trigger guard before insert or update on public.devices for each row execute function private.guard_devices();
create trigger touch before update on public.devices
  for each row when (new.last_provisioned_at is not distinct from old.last_provisioned_at or new.mac <> old.mac)
  execute function private.touch();
create trigger audit after insert or delete on public.devices
  for each row execute function private.audit('telephony');
create trigger audit_change after update on public.devices
  for each row when (new.version <> old.version) execute function private.audit('telephony');

create table public.device_lines (
  like private.tenant_columns including all,
  device_id uuid not null,
  line integer not null check (line between 1 and 48),
  extension_id uuid not null,
  transport text not null default 'udp' check (transport in ('udp', 'tcp', 'tls')),
  register_expires integer not null default 600 check (register_expires between 60 and 86400),
  constraint device_lines_line_unique unique (device_id, line) deferrable initially deferred
);
comment on column public.device_lines.register_expires is 'Seconds';
select private.declare_parts('device_lines', of => 'devices', by => 'device_id', sort => '{line}',
  filter => '{device_id}', snapshot => '{}', refers => '{"extension_id": "extensions"}', goes_with => 'extension_id',
  personal => true);

-- Keys that override the profile's key in the same position; type none removes it.
create table public.device_keys (
  like private.tenant_columns including all,
  device_id uuid not null,
  like private.phone_keys including all,
  constraint device_keys_position_unique unique (device_id, category, position) deferrable initially deferred
);
select private.declare_parts('device_keys', of => 'devices', by => 'device_id', refers => '{"destination_id": "destinations"}');

-- Has the keys and call expectations that dial one of these digits dial those at the same place in `after`.
create function private.renumber_dialed(tenant uuid, before text[], after text[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.device_keys k set value = after[array_position(before, k.value)]
  where k.tenant_id = tenant and k.destination_id is null and k.value = any (before);
  update public.device_profile_keys k set value = after[array_position(before, k.value)]
  where k.tenant_id = tenant and k.destination_id is null and k.value = any (before);
  update public.call_expectations e
  set question = e.question || jsonb_build_object('to', after[array_position(before, e.question ->> 'to')])
  where e.tenant_id = tenant and e.question ->> 'to' = any (before);
end
$$;

-- Routes follow a renumbered extension by its id. What names it by its digits follows here: they may be somebody else's next.
create function private.renumber_digits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.renumber_dialed(new.tenant_id, array[old.extension], array[new.extension]);
  update public.did_conditions c set caller = new.extension
  where c.tenant_id = new.tenant_id and c.match = 'exact' and c.caller = old.extension;
  update public.call_expectations e set question = e.question
    || case when e.question ->> 'extension' = old.extension then jsonb_build_object('extension', new.extension) else '{}' end
    || case when e.question -> 'phones' ? old.extension then jsonb_build_object('phones', (e.question -> 'phones') - old.extension
      || jsonb_build_object(new.extension, e.question -> 'phones' -> old.extension)) else '{}' end
  where e.tenant_id = new.tenant_id and (e.question ->> 'extension' = old.extension or e.question -> 'phones' ? old.extension);
  return null;
end
$$;
create trigger renumber_digits after update of extension on public.extensions
  for each row when (new.extension <> old.extension) execute function private.renumber_digits();

-- So it is with the spaces of a park lot, which keys can only name by their digits, and with numbers and codes of other records.
create function private.renumber_spaces() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Keys of spaces that go with the same save stay: the numbers beyond may be somebody's.
  perform private.renumber_dialed(new.tenant_id, private.consecutive_numbers(old.number, least(old.places, new.places)),
    private.consecutive_numbers(new.number, least(old.places, new.places)));
  return null;
end
$$;
create trigger renumber_spaces after update of number on public.park_lots
  for each row when (new.number <> old.number) execute function private.renumber_spaces();

create function private.renumber_code() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.renumber_dialed(new.tenant_id, array[to_jsonb(old) ->> tg_argv[0]], array[to_jsonb(new) ->> tg_argv[0]]);
  return null;
end
$$;
create trigger renumber_code after update of code on public.feature_codes
  for each row when (new.code <> old.code) execute function private.renumber_code('code');
create trigger renumber_code after update of feature_code on public.call_flows
  for each row when (new.feature_code <> old.feature_code) execute function private.renumber_code('feature_code');

-- Has what dials the number of one of the table's records by its digits follow it.
create function private.declare_renumbering(table_name text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger renumber_number after update of number on public.%I
    for each row when (new.number <> old.number) execute function private.renumber_code(''number'')', table_name);
end
$$;
select private.declare_renumbering(t.name)
from unnest('{ring_groups,time_conditions,ivr_menus,call_flows,call_center_queues,conference_rooms,paging_groups}'::text[]) t (name);

-- Whether a stock item can become this tenant's phone: not in RMA or retired, not already a phone, not one that another tenant has as a
-- device, and not reserved for another company.
create function private.is_assignable(item public.inventory, tenant uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select item.status not in ('rma', 'retired')
    and not exists (
      select 1 from public.devices d where d.inventory_id = item.id or d.mac = item.mac and d.tenant_id is distinct from tenant)
    and private.is_free_for(item.company_id, (select c.id from public.companies c where c.domain_uuid = tenant))
$$;

-- Whether undo puts back stock as well: not on a tenant's page, whose trail has no stock, nor for callers who may not change it.
create function private.undoes_stock() returns boolean
language sql stable security definer set search_path = '' as $$
  select current_setting('app.undoing_stock', true) is not distinct from 'on' and private.has_permission('inventory', 'edit')
$$;

-- Keeps stock in sync with phones, whatever the caller's sections: a phone with a stock item's MAC address is that item; when its MAC
-- address is swapped, the old item goes to RMA, and its serial number is not kept; one that is retired stays so. Undoing a swap takes that
-- item back from RMA; for the one that leaves, as for one that is no longer the phone, the rule of `release_inventory` applies.
create function private.sync_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  item public.inventory;
  asked boolean := new.inventory_id is not null and (tg_op = 'INSERT' or new.inventory_id is distinct from old.inventory_id);
  swapped boolean := tg_op = 'UPDATE' and new.mac <> old.mac;
  undoing boolean := current_setting('app.undoing', true) is not distinct from 'on';
begin
  if tg_op = 'UPDATE' and not swapped and not asked then
    if old.inventory_id is not null and new.inventory_id is null and not private.undoes_stock() then
      update public.inventory i set status = 'shipped' where i.id = old.inventory_id and i.status = 'deployed';
    end if;
    -- What a file or form leaves empty is known of the item, as when the phone was added.
    if new.inventory_id is not null and '' in (new.model, new.serial_number) and not undoing then
      select * into item from public.inventory i where i.id = new.inventory_id;
      new.serial_number := coalesce(nullif(new.serial_number, ''), item.serial, '');
      new.model := coalesce(nullif(new.model, ''), item.model, '');
    end if;
    return new;
  end if;
  if swapped and old.inventory_id is not null and new.serial_number = old.serial_number then
    new.serial_number := '';
  end if;
  if swapped and old.inventory_id is not null and not undoing then
    update public.inventory i set status = 'rma' where i.id = old.inventory_id and i.status <> 'retired';
  elsif swapped and old.inventory_id is not null and not private.undoes_stock() then
    update public.inventory i set status = 'shipped' where i.id = old.inventory_id and i.status = 'deployed';
  end if;
  if asked then
    select * into item from public.inventory i where i.id = new.inventory_id for update;
    if swapped and undoing and item.status = 'rma' then
      item.status := 'deployed';
    end if;
    if item.id is null or item.mac is distinct from new.mac or not private.is_assignable(item, new.tenant_id) then
      raise exception '%', coalesce(
          (select format('%s is a phone of %s.', item.name, coalesce(c.name, 'a tenant')) from public.devices d
            left join public.companies c on c.domain_uuid = d.tenant_id
            where d.inventory_id = item.id or d.mac = item.mac and d.id <> new.id limit 1),
          case when item.status = 'rma' then format('%s is in RMA. Change that in Inventory first.', item.name)
            when item.status = 'retired' then format('%s is retired. Change that in Inventory first.', item.name) end,
          (select format('%s belongs to %s. Change that in Inventory first.', item.name, c.name) from public.companies c
            where c.id = item.company_id and item.mac = new.mac),
          'This stock item is gone, or has another MAC address.')
        using errcode = 'check_violation', detail = '{"column": "inventory_id"}';
    end if;
  else
    -- Shared, so that files that are imported at the same time do not wait for each other.
    perform pg_advisory_xact_lock_shared(private.arrival_lock(new.mac));
    select * into item from public.inventory i where i.mac = new.mac for update;
    if item.id is null or not private.is_assignable(item, new.tenant_id) then
      new.inventory_id := null;
      return new;
    end if;
  end if;
  update public.inventory i
  set status = 'deployed', location = coalesce(nullif(new.location, ''), i.location),
    company_id = coalesce(i.company_id, (select c.id from public.companies c where c.domain_uuid = new.tenant_id))
  where i.id = item.id;
  new.inventory_id := item.id;
  new.serial_number := coalesce(nullif(new.serial_number, ''), item.serial, '');
  new.model := coalesce(nullif(new.model, ''), item.model, '');
  return new;
end
$$;
create trigger inventory before insert or update on public.devices
  for each row execute function private.sync_inventory();

-- The same for a phone that was a device before it came into stock, or before its item was free again. Not for what that does to the item,
-- nor while a change is undone, which puts back what there was.
create function private.deploy_known_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('app.undoing', true) is distinct from 'on' then
    update public.devices d set inventory_id = new.id
    where d.mac = new.mac and d.inventory_id is null and private.is_assignable(new, d.tenant_id);
  end if;
  return null;
end
$$;
create trigger deploy_known_phone after insert or update of mac, status, company_id on public.inventory
  for each row when (pg_trigger_depth() = 0 and new.mac is not null and new.status not in ('ordered', 'rma', 'retired'))
  execute function private.deploy_known_phone();

-- A deleted phone's stock item is no longer in use, but nobody has said that it is back: it stays the company's. When the addition of a phone
-- is undone, the undo restores the item's earlier state, unless it is limited to the tenant or the caller may not change stock.
create function private.release_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.undoes_stock() then
    update public.inventory i set status = 'shipped' where i.id = old.inventory_id and i.status = 'deployed';
  end if;
  return old;
end
$$;
create trigger release_inventory after delete on public.devices
  for each row when (old.inventory_id is not null) execute function private.release_inventory();

create function private.find_stock(mac text, tenant uuid default null) returns table (
  id uuid, name text, model text, serial text, status text, company text, assignable boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission(private.has_permission('telephony', 'create') or private.has_permission('telephony', 'edit'));
  return query
    select i.id, i.name, i.model, i.serial, i.status, c.name, private.is_assignable(i, coalesce($2, c.domain_uuid))
    from public.inventory i left join public.companies c on c.id = i.company_id
    where i.mac = $1;
end
$$;

-- The stock item with a MAC address (AA:BB:CC:DD:EE:FF), for users who set up phones or swap them but have no access to inventory, and
-- whether it can become the tenant's phone; without a tenant, that of its company or, if it has none, of anyone.
select private.expose('find_stock');

create function private.assign_inventory(item uuid, tenant uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  stock public.inventory;
  made uuid;
begin
  perform private.require_permission(private.has_permission('telephony', 'create'));
  select * into stock from public.inventory i where i.id = item;
  perform private.require_found(stock.id is not null);
  if stock.mac is null then
    raise exception '% has no MAC address.', stock.name using errcode = 'check_violation';
  end if;
  select d.id into made from public.devices d where d.inventory_id = item and d.tenant_id = tenant;
  if made is null then
    insert into public.devices (tenant_id, mac, model, inventory_id)
    values (tenant, stock.mac, stock.model, item)
    returning id into made;
  end if;
  return made;
end
$$;

-- Makes a stock item the tenant's phone and returns the device; repeating it returns the same one. Needs telephony create, but no access to
-- inventory.
select private.expose('assign_inventory');

-- Sets the transport of every line of the phones; returns how many lines changed. The trail treats the parts of a `run` as one change.
create function public.set_line_transport(tenant uuid, devices uuid[], transport text, run uuid default null) returns integer
language plpgsql volatile security invoker set search_path = '' as $$
declare
  changed integer;
begin
  perform private.continue_run(run);
  update public.device_lines l set transport = $3
  where l.tenant_id = $1 and l.device_id = any ($2) and l.transport <> $3;
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- Whether a User-Agent is this phone's: by its MAC address if it contains one, otherwise by vendor.
create function private.is_agent_of(agent text, mac text, vendor text) returns boolean
language sql immutable set search_path = '' as $$
  select case when agent ~* '(^|[^0-9a-f])[0-9a-f]{12}([^0-9a-f]|$)'
    then strpos(lower(agent), lower(replace(mac, ':', ''))) > 0
    else strpos(lower(agent), lower(vendor)) > 0 end
$$;

-- List rows: an extension with its caller ID numbers, its status, how many phones it rings, and whether one is registered.
create view public.extension_list with (security_invoker = true) as
select e.*, outbound.number as outbound_number, emergency.number as emergency_number, emergency.e911_state as emergency_state,
  coalesce(emergency.e911_state = 'confirmed', false) as has_emergency_did,
  e.do_not_disturb or e.forward_all_enabled or e.forward_busy_enabled or e.forward_no_answer_enabled
    or e.forward_not_registered_enabled as diverted,
  case when e.suspended then 'suspended' when e.enabled then 'enabled' else 'disabled' end as standing,
  exists (select 1 from public.registrations r
    where r.tenant_id = e.tenant_id and r.extension_id = e.id and r.lost_at is null) as is_registered,
  (select count(distinct l.device_id)::integer from public.device_lines l
    where l.tenant_id = e.tenant_id and l.extension_id = e.id) as devices
from public.extensions e
left join public.dids outbound on outbound.id = e.outbound_did_id
left join public.dids emergency on emergency.id = e.emergency_did_id;

-- List rows: a phone with its profile and extensions, a profile with its counts.
create view public.device_rows with (security_invoker = true) as
select d.*, p.name as profile_name,
  (select string_agg(e.extension, ', ' order by l.line) from public.device_lines l
    join public.extensions e on e.id = l.extension_id where l.tenant_id = d.tenant_id and l.device_id = d.id) as lines,
  exists (select 1 from public.device_lines l
    join public.registrations r on r.tenant_id = l.tenant_id and r.extension_id = l.extension_id and r.lost_at is null
    where l.tenant_id = d.tenant_id and l.device_id = d.id and private.is_agent_of(r.agent, d.mac, d.vendor)) as is_registered
from public.devices d
left join public.device_profiles p on p.tenant_id = d.tenant_id and p.id = d.profile_id;

create view public.device_profile_rows with (security_invoker = true) as
select p.*,
  (select count(*)::integer from public.device_profile_keys k where k.tenant_id = p.tenant_id and k.profile_id = p.id) as key_count,
  (select count(*)::integer from public.device_profile_settings s where s.tenant_id = p.tenant_id and s.profile_id = p.id)
    as setting_count,
  (select count(*)::integer from public.devices d where d.tenant_id = p.tenant_id and d.profile_id = p.id) as device_count
from public.device_profiles p;

-- How many phones each extension rings, {<extension id>: <phones>}, for the members of ring groups; extensions without phones are left out.
-- One value: of rows, the API answers only its first max_rows.
create function public.extension_devices(tenant uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return coalesce((
    select jsonb_object_agg(c.extension_id, c.devices)
    from (select l.extension_id, count(distinct l.device_id) as devices from public.device_lines l
      where l.tenant_id = tenant group by l.extension_id) c
  ), '{}');
end
$$;

-- A MAC address belongs to one phone across all tenants; the error names that phone. This runs before the policies decide who may write, so
-- others are not told: they would learn whose phone has an address by guessing.
create function private.check_mac_in_use() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  holder record;
begin
  select d.id, d.label, d.tenant_id, c.name as company into holder
  from public.devices d
  left join public.companies c on c.domain_uuid = d.tenant_id
  where d.mac = new.mac and d.id <> new.id
  limit 1;
  if found and ((select auth.uid()) is null
      or private.has_permission('telephony', case tg_op when 'INSERT' then 'create' else 'edit' end)) then
    raise exception '%', format('%s is already the phone %s%s.', new.mac, coalesce(nullif(holder.label, ''), 'without a label'),
        case when holder.tenant_id <> new.tenant_id then ' of ' || coalesce(holder.company, 'another tenant') else '' end)
      using errcode = 'unique_violation',
        detail = jsonb_build_object('kind', 'devices', 'id', holder.id, 'column', 'mac')::text;
  end if;
  return new;
end
$$;
create trigger mac_in_use before insert or update of mac on public.devices
  for each row execute function private.check_mac_in_use();

-- Vendors of phones by the first three octets of a MAC address (IEEE MA-L). `npm run types` writes them for the forms too.
create function private.maker_prefixes() returns json
language sql immutable set search_path = '' as $$
  select '{
    "Yealink": ["001565", "249AD8", "3497D7", "44DBD2", "644F56",
      "805E0C", "805EC0", "B061A9", "C4FC22", "E434D7", "EC1DA9", "F01653"],
    "Polycom": ["0004F2", "00907A", "00E0DB", "482567", "64167F"],
    "Grandstream": ["000B82", "C074AD", "EC74D7"], "Snom": ["000413"], "Fanvil": ["00A859", "0C383E"],
    "Cisco": ["000E08", "001873", "0021A0", "002155", "30E4DB", "68EFBD", "A44C11"],
    "AudioCodes": ["00908F"], "Gigaset": ["7C2F80"], "Htek": ["001FC1"], "Mitel": ["00085D", "08000F"], "Panasonic": ["0080F0"]
  }'::json
$$;

-- Who made a phone, by its MAC address; null if unknown.
create function private.maker_of(mac text) returns text
language sql immutable set search_path = '' as $$
  select m.key from json_each(private.maker_prefixes()) m where m.value::jsonb ? replace(left(mac, 8), ':', '')
$$;

-- A phone's vendor is the maker of its MAC address unless one is given: without one it gets no configuration file.
create function private.assume_vendor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.vendor := coalesce(private.maker_of(new.mac), '');
  return new;
end
$$;
create trigger assume_vendor before insert or update of mac, vendor on public.devices
  for each row when (new.vendor = '') execute function private.assume_vendor();

-- A swap to another vendor's phone also changes model and profile.
create function private.check_swapped_vendor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  maker text := private.maker_of(new.mac);
begin
  if maker is not null and maker <> new.vendor then
    raise exception '% is a % phone. Choose its model and profile.', new.mac, maker
      using errcode = 'check_violation', detail = '{"column": "vendor"}';
  elsif new.vendor <> old.vendor and new.model = old.model then
    raise exception 'Choose the model of the new phone.' using errcode = 'check_violation', detail = '{"column": "model"}';
  end if;
  return new;
end
$$;
create trigger check_swapped_vendor before update of mac on public.devices
  for each row when (new.mac <> old.mac) execute function private.check_swapped_vendor();

-- A profile's keys and parameters mean nothing to another vendor's phone.
create function private.check_vendor_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (tg_op = 'INSERT' or (new.profile_id, new.vendor) is distinct from (old.profile_id, old.vendor)) and exists (
      select 1 from public.device_profiles p where p.id = new.profile_id and p.vendor not in ('', new.vendor)) then
    raise exception 'Choose a profile for % phones, or none.', new.vendor
      using errcode = 'check_violation', detail = '{"column": "profile_id"}';
  end if;
  return new;
end
$$;
create trigger check_vendor_of_profile before insert or update of profile_id, vendor, mac on public.devices
  for each row when (new.profile_id is not null and new.vendor <> '') execute function private.check_vendor_of_profile();

-- What an address counts as where attempts are limited: of IPv6 the /64, all of whose addresses one client may use in turn (RFC 6177).
-- networkOf in lib/server/client-address.ts finds the same networks where no database is asked, but writes them in another way.
create function private.network_of(address text) returns text
language sql immutable set search_path = '' as $$
  select case when address like '%:%' and pg_input_is_valid(split_part(address, '%', 1), 'inet')
    then text(network(set_masklen(split_part(address, '%', 1)::inet, 64))) else address end
$$;

create table public.provisioning_log (
  like private.tenant_columns including all,
  device_id uuid,
  requested_at timestamptz not null default now(),
  address text not null default '' check (length(address) <= 64),
  agent text not null default '' check (length(agent) <= 255),
  file text not null check (length(file) <= 128),
  account text not null default 'own' check (account in ('own', 'other', 'none')),
  status integer not null check (status between 200 and 599),
  bytes integer not null default 0 check (bytes >= 0),
  foreign key (tenant_id, device_id) references public.devices (tenant_id, id) on delete cascade
);
comment on table public.provisioning_log is
  'Every request for a configuration file that named the tenant, and for each phone the last one that was turned away; kept for 90 days';
comment on column public.provisioning_log.account is 'Whose account the request sent: its tenant''s, another one or none';
create index provisioning_log_device_idx on public.provisioning_log (tenant_id, device_id, requested_at desc);
create index provisioning_log_requested_idx on public.provisioning_log (tenant_id, requested_at);
create index provisioning_log_address_idx on public.provisioning_log (tenant_id, private.network_of(address))
  where status = 200;
create unique index provisioning_log_turned_away_idx on public.provisioning_log (device_id) where account <> 'own' or status = 429;
select private.declare_read_only('provisioning_log', section => 'telephony', written_by => 'functions');

-- Phones that requested a file but match no device. The tenant is set when the phone sent its account.
create table public.unknown_phones (
  like private.record_columns including all,
  tenant_id uuid references public.tenants (id) on delete cascade,
  mac text not null unique check (private.is_mac_address(mac)),
  requests integer not null default 1 check (requests > 0),
  last_requested_at timestamptz not null default now(),
  address text not null default '' check (length(address) <= 64),
  agent text not null default '' check (length(agent) <= 255)
);
comment on table public.unknown_phones is
  'Anyone can request a file, so at most 200 phones without an account and 200 per tenant are kept, for 30 days';
create index unknown_phones_tenant_idx on public.unknown_phones (tenant_id, last_requested_at);
select private.declare_read_only('unknown_phones', section => 'telephony', written_by => 'functions');

-- A tenant's phones share a provisioning password and an admin password, created with the tenant; a profile can have its own admin
-- password. A phone gets a new provisioning password in its file, which it fetches with the old one: once a day by
-- default, at least once a week (phone_resync_minutes), unless it is off.
insert into private.secret_rules (owner_table, field, kind, admitted_for) values
  ('tenants', 'provisioning_password', 'phone_password', '14 days'),
  ('tenants', 'phone_admin_password', 'phone_password', null);

-- Provisioning: which phones may fetch a configuration, what they get, and the request log.

create function private.request_provisioning_passwords() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.secrets (tenant_id, owner_table, owner_id, field)
  values (new.id, 'tenants', new.id, 'provisioning_password'), (new.id, 'tenants', new.id, 'phone_admin_password')
  on conflict (owner_id, field) do nothing;
  return null;
end
$$;
create trigger request_provisioning_passwords after insert on public.tenants
  for each row execute function private.request_provisioning_passwords();

-- Failed passwords by network and account, and by account across all networks that never fetched a file (address *). The account is
-- whatever the caller sends, known or not.
create table private.provisioning_attempts (
  address text not null,
  account text not null,
  failures integer not null,
  blocked_until timestamptz not null,
  primary key (address, account)
);

create index provisioning_attempts_age_idx on private.provisioning_attempts (blocked_until);

-- A network waits from the third wrong password on. Across networks, the first fifty cost nothing, so that a guesser with many of them is
-- slowed down too.
create function private.count_provisioning_failure(address text, account text, free integer) returns void
language sql volatile set search_path = '' as $$
  insert into private.provisioning_attempts as a (address, account, failures, blocked_until) values ($1, $2, 1, clock_timestamp())
  on conflict on constraint provisioning_attempts_pkey do update set failures = a.failures + 1,
    blocked_until = clock_timestamp() + private.delay_after_failures(a.failures + 1, $3)
$$;

create function private.authenticate_provisioning(address text, account text, proofs text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  network text := private.network_of(left($1, 64));
  tenant public.tenants;
  kept public.secrets;
  blocked_until timestamptz;
  familiar boolean;
begin
  select * into tenant from public.tenants t where t.domain = lower($2);
  -- Guesses from elsewhere never delay phones in a network that has fetched a file before.
  familiar := exists (select 1 from public.provisioning_log l
    where l.tenant_id = tenant.id and private.network_of(l.address) = network and l.status = 200);
  -- Serialized, so parallel guesses gain nothing.
  perform pg_advisory_xact_lock(hashtextextended('provisioning ' || case when familiar then network else '*' end || ' ' || $2, 0));
  select max(a.blocked_until) into blocked_until from private.provisioning_attempts a
  where a.account = $2 and (a.address = network or a.address = '*' and not familiar);
  if blocked_until > clock_timestamp() then
    return jsonb_build_object('outcome', 'wait', 'wait_seconds', ceil(extract(epoch from blocked_until - clock_timestamp())));
  end if;
  select * into kept from public.secrets s where s.owner_id = tenant.id and s.field = 'provisioning_password';
  if kept.proof = any (proofs) or exists (
      select 1 from private.replaced_proofs r where r.secret_id = kept.id and r.proof = any (proofs) and r.valid_until > now()) then
    -- Nothing is written otherwise: phones fetch their files while the disk is full and the database read-only.
    if exists (select 1 from private.provisioning_attempts a where a.address = network and a.account = $2) then
      delete from private.provisioning_attempts a where a.address = network and a.account = $2;
    end if;
    return jsonb_build_object('outcome', 'admitted', 'tenant_id', tenant.id, 'tenant_status', tenant.status,
      'time_zone', tenant.time_zone);
  end if;
  -- A phone that was off while the password was replaced does not guess. It would delay those beside it.
  if exists (select 1 from private.replaced_proofs r where r.secret_id = kept.id and r.proof = any (proofs)) then
    return jsonb_build_object('outcome', 'refused', 'tenant_id', tenant.id);
  end if;
  perform private.count_provisioning_failure(network, $2, 2);
  if not familiar then
    perform private.count_provisioning_failure('*', $2, 50);
  end if;
  -- Deletes attempts an hour after the wait ends.
  delete from private.provisioning_attempts a where a.blocked_until < clock_timestamp() - interval '1 hour';
  return jsonb_build_object('outcome', 'refused', 'tenant_id', tenant.id);
end
$$;

create function private.log_provisioning(
  tenant uuid, mac text, address text, agent text, file text, status integer, bytes integer
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  device uuid := (select d.id from public.devices d where d.mac = $2 and d.tenant_id = $1);
begin
  insert into public.provisioning_log (tenant_id, device_id, address, agent, file, status, bytes)
  values ($1, device, left($3, 64), left($4, 255), left($5, 128), $6, $7);
  -- A HEAD request gets nothing.
  if $6 = 200 and $7 > 0 then
    -- Whoever set the phone up has its list open and waits for this.
    if exists (select 1 from public.devices d where d.id = device and d.last_provisioned_at is null) then
      insert into private.changed_versions (tenant_id) values ($1) on conflict do nothing;
    end if;
    update public.devices d set last_provisioned_at = now() where d.id = device;
    delete from public.provisioning_log l where l.device_id = device and (l.account <> 'own' or l.status = 429);
  end if;
  delete from public.provisioning_log l where l.tenant_id = $1 and l.requested_at < now() - private.kept('provisioning');
end
$$;

-- Keeps for a device the last request that did not come with its tenant's account, or had to wait with it. Phones ask once without an
-- account before they send it: that says nothing of one that was served, and less than what it was told with an account.
create function private.record_turned_away(
  device public.devices, address text, agent text, file text, account_name text, status integer
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.provisioning_log as l (tenant_id, device_id, address, agent, file, account, status)
  select device.tenant_id, device.id, left($2, 64), left($3, 255), left($4, 128), asked.account, $6
  from (select case when $5 is null then 'none' when t.domain = lower($5) then 'own' else 'other' end as account
    from public.tenants t where t.id = device.tenant_id) asked
  where (asked.account <> 'own' or $6 = 429)
    and not (asked.account = 'none' and coalesce(device.last_provisioned_at > now() - interval '1 minute', false))
  on conflict (device_id) where account <> 'own' or status = 429 do update set requested_at = now(), address = excluded.address,
    agent = excluded.agent, file = excluded.file, account = excluded.account, status = excluded.status, updated_at = now()
  where excluded.account <> 'none' or l.account = 'none' or l.requested_at < now() - interval '1 minute'
$$;

-- Records a request for a file that was not served: of an unknown phone, or of a device that did not send its tenant's account. `account` is
-- the tenant whose account it sent, `account_name` the user name, right or wrong. A request without an account never overwrites one with
-- an account. When there are too many, the network with the most loses its oldest.
create function private.record_unknown_phone(
  phone text, address text, agent text, account uuid default null, file text default '', account_name text default null,
  status integer default 401
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known public.devices;
begin
  select * into known from public.devices d where d.mac = phone;
  if known.id is not null then
    perform private.record_turned_away(known, $2, $3, $5, $6, $7);
    return;
  end if;
  insert into public.unknown_phones as u (tenant_id, mac, address, agent)
  values (account, phone, left($2, 64), left($3, 255))
  on conflict (mac) do update set tenant_id = excluded.tenant_id, requests = u.requests + 1, last_requested_at = now(),
    address = excluded.address, agent = excluded.agent, updated_at = now()
  where u.tenant_id is null or excluded.tenant_id is not null;
  delete from public.unknown_phones gone where gone.id in (
    select u.id from public.unknown_phones u where u.tenant_id is not distinct from account
    order by count(*) over (partition by private.network_of(u.address)), u.last_requested_at desc, u.id offset 200);
end
$$;
select private.expose('record_unknown_phone', 'service_role');

-- A phone that becomes a device is no longer unknown.
create function private.delete_known_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.unknown_phones u where u.mac = new.mac;
  return null;
end
$$;
create trigger delete_known_phone after insert or update of mac on public.devices
  for each row execute function private.delete_known_phone();

-- A row's phone settings: its phone_* columns that are not null.
create function private.phone_overrides(settings jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(s.key, s.value), '{}')
  from jsonb_each(settings) s where s.key like 'phone\_%' and s.value <> 'null'
$$;

-- A phone's configuration without secrets, as lib/telephony/provisioning reads it; null when the caller sees no such phone. Lines of
-- disabled extensions are in it, so that they register as soon as those are enabled; until then the switch refuses them. A key without a
-- label takes the name of what it dials. Without settings of their own, the tenant's phones dial its feature codes for voicemail and to
-- pick up calls.
create function public.device_configuration(tenant uuid, device uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'id', d.id, 'enabled', d.enabled, 'mac', d.mac, 'label', d.label, 'vendor', d.vendor, 'model', d.model,
    'domain', t.domain, 'time_zone', t.time_zone, 'admin_password', null, 'provisioning', null,
    'settings', coalesce((
        select jsonb_object_agg(case c.feature when 'own_voicemail' then 'phone_voicemail_number' else 'phone_pickup_code' end, c.code)
        from public.feature_codes c where c.tenant_id = d.tenant_id and c.feature in ('own_voicemail', 'directed_pickup')), '{}')
      || coalesce((
        select private.phone_overrides(to_jsonb(s)) from public.tenant_settings s where s.tenant_id = d.tenant_id), '{}'),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('line', l.line, 'extension_id', e.id, 'extension', e.extension,
        'name', e.effective_caller_id_name, 'password', null, 'transport', l.transport,
        'register_expires', l.register_expires) order by l.line)
      from public.device_lines l join public.extensions e on e.id = l.extension_id
      where l.tenant_id = d.tenant_id and l.device_id = d.id), '[]'),
    'keys', coalesce((
      select jsonb_agg(jsonb_build_object('category', k.category, 'position', k.position, 'type', k.type,
        'value', coalesce(n.number, k.value), 'label', coalesce(nullif(k.label, ''), nullif(n.name, ''), n.number, ''),
        'line', k.line) order by k.category, k.position)
      from public.device_keys k left join public.destinations n on n.id = k.destination_id
      where k.tenant_id = d.tenant_id and k.device_id = d.id), '[]'),
    'profile_id', d.profile_id,
    'profile', (select jsonb_build_object('name', p.name,
      'keys', coalesce((
        select jsonb_agg(jsonb_build_object('category', k.category, 'position', k.position, 'type', k.type,
          'value', coalesce(n.number, k.value), 'label', coalesce(nullif(k.label, ''), nullif(n.name, ''), n.number, ''),
        'line', k.line) order by k.category, k.position)
        from public.device_profile_keys k left join public.destinations n on n.id = k.destination_id
        where k.tenant_id = p.tenant_id and k.profile_id = p.id), '[]'),
      'overrides', private.phone_overrides(to_jsonb(p)),
      'settings', coalesce((
        select jsonb_agg(jsonb_build_object('name', s.name, 'value', s.value) order by s.name)
        from public.device_profile_settings s
        where s.tenant_id = p.tenant_id and s.profile_id = p.id and s.enabled), '[]'))
      from public.device_profiles p where p.tenant_id = d.tenant_id and p.id = d.profile_id))
  from public.devices d
  join public.tenants t on t.id = d.tenant_id
  where d.tenant_id = tenant and d.id = device
$$;

-- A stored secret as JSON for the server: {owner, field, sealed}; null when there is none.
create function private.sealed_secret(owner uuid, field text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('owner', s.owner_id, 'field', s.field, 'sealed', s.sealed)
  from public.secrets s where s.owner_id = $1 and s.field = $2
$$;

-- The configuration of a tenant's phone with its sealed secrets, and whether it has ever got its file; null when the tenant has no such
-- phone. The server opens the secrets and adds the URL the phone requested.
create function private.provisioning_configuration(tenant uuid, mac text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  configuration jsonb := (
    select public.device_configuration(d.tenant_id, d.id) || jsonb_build_object('was_served', d.last_provisioned_at is not null)
    from public.devices d where d.tenant_id = $1 and d.mac = $2);
begin
  return configuration || jsonb_build_object(
    'admin_password', coalesce(
      private.sealed_secret((configuration ->> 'profile_id')::uuid, 'admin_password'),
      private.sealed_secret($1, 'phone_admin_password')),
    'provisioning', jsonb_build_object('url', '', 'user', configuration ->> 'domain', 'password',
      private.sealed_secret($1, 'provisioning_password')),
    'lines', coalesce((
      select jsonb_agg(line || jsonb_build_object('password',
        private.sealed_secret((line ->> 'extension_id')::uuid, 'sip_password')))
      from jsonb_array_elements(configuration -> 'lines') line), '[]'));
end
$$;

-- For the provisioning server, which has the service key. Checks a password by its keyed hashes: {outcome: admitted | refused | wait,
-- wait_seconds, tenant_id, tenant_status, time_zone}. While an address has to wait, even the right password is not checked.
select private.expose('authenticate_provisioning', 'service_role');

select private.expose('provisioning_configuration', 'service_role');

-- Logs a request for the tenant's phone with this MAC address, if there is one, and updates when it last got a file.
select private.expose('log_provisioning', 'service_role');

-- Deletes old provisioning requests; returns how many. For the server (lib/jobs).
create function private.delete_old_provisioning_log() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  done integer;
begin
  delete from public.provisioning_log l where l.requested_at < now() - private.kept('provisioning');
  get diagnostics done = row_count;
  delete from public.unknown_phones u where u.last_requested_at < now() - interval '30 days';
  return done;
end
$$;
select private.expose('delete_old_provisioning_log', 'service_role');

select private.grant_access('{is_free_for,model_key,receive_stock,forbidden_settings,is_agent_of,phone_overrides}');

-- The maker of a phone by its MAC address, so that a phone of another maker is not put in the place of one whose model,
-- profile and file are not its own. lib/telephony/provisioning/vendors.ts has the same prefixes.
create function private.maker_of_mac(mac text) returns text
language sql immutable set search_path = '' as $$
  select case replace(left(mac, 8), ':', '')
    when '001565' then 'Yealink' when '249AD8' then 'Yealink' when '3497D7' then 'Yealink' when '44DBD2' then 'Yealink'
    when '644F56' then 'Yealink' when '805E0C' then 'Yealink' when '805EC0' then 'Yealink' when 'B061A9' then 'Yealink'
    when 'C4FC22' then 'Yealink' when 'E434D7' then 'Yealink' when 'EC1DA9' then 'Yealink' when 'F01653' then 'Yealink'
    when '0004F2' then 'Polycom' when '00907A' then 'Polycom' when '00E0DB' then 'Polycom' when '482567' then 'Polycom'
    when '64167F' then 'Polycom'
    when '000B82' then 'Grandstream' when 'C074AD' then 'Grandstream' when 'EC74D7' then 'Grandstream'
    when '000413' then 'Snom'
    when '00A859' then 'Fanvil' when '0C383E' then 'Fanvil'
    when '000E08' then 'Cisco' when '001873' then 'Cisco' when '0021A0' then 'Cisco' when '002155' then 'Cisco'
    when '30E4DB' then 'Cisco' when '68EFBD' then 'Cisco' when 'A44C11' then 'Cisco'
    when '00908F' then 'AudioCodes'
    when '7C2F80' then 'Gigaset'
    when '001FC1' then 'Htek'
    when '00085D' then 'Mitel' when '08000F' then 'Mitel'
    when '0080F0' then 'Panasonic'
  end
$$;
grant execute on function private.maker_of_mac(text) to authenticated, service_role;

create function private.check_swapped_maker() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  maker text := private.maker_of_mac(new.mac);
begin
  if maker is not null and maker <> new.vendor then
    raise exception '% is a % phone. Choose its model and profile.', new.mac, maker
      using errcode = 'check_violation', detail = '{"column": "vendor"}';
  elsif new.vendor <> old.vendor and new.model = old.model then
    raise exception 'Choose the model of the new phone.' using errcode = 'check_violation', detail = '{"column": "model"}';
  elsif new.vendor <> old.vendor and exists (
      select 1 from public.device_profiles p where p.id = new.profile_id and p.vendor <> new.vendor) then
    raise exception 'Choose a profile for % phones, or none.', new.vendor
      using errcode = 'check_violation', detail = '{"column": "profile_id"}';
  end if;
  return new;
end
$$;
create trigger check_swapped_maker before update of mac on public.devices
  for each row when (new.mac <> old.mac) execute function private.check_swapped_maker();

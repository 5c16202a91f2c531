// Rows of a snapshot. Ids read as what they are: 'e1001' is extension 1001, 'g6000' ring group 6000.
export * from './answering'
export * from './extensions'
export * from './gateways'
export * from './numbers'
export * from './routing'

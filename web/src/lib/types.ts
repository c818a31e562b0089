// What goes over the wire (docs/protocol.md) and what the two rooms of the client share.
// Lengths are whole hundredths of the book's unit, angles tenths of a degree clockwise from north, y grows north.

export * from './types/catalogue';
export * from './types/choices';
export * from './types/drawing';
export * from './types/messages';

/** Members of the demo by the names that its contracts and events use. */
export const ASTRID = "Astrid Holm";
export const FREJA = "Freja Ravn";
export const OLIVER = "Oliver Hayes";
export const MIKKEL = "Mikkel Toft";
export const IDA = "Ida Storm";
export const JONAS = "Jonas Kjær";
export const ANDERS = "Anders Krogh";
export const CHLOE = "Chloe Marsh";
export const JEPPE = "Jeppe Skov";
export const DANIEL = "Daniel Osei";

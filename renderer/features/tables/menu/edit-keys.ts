// The keys of the verbs that stage and apply, as menus, tips and the palette show them.
export const insertKeys = 'Ctrl I';
export const reviewKeys = 'Ctrl Enter';

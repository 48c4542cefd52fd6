import { followLink } from "./panels/link.js";
import { switchTheme } from "./panels/theme.js";
import { closeToasts } from "./panels/toast.js";
import { guardForms } from "./panels/forms.js";
import { keepFocus } from "./tokens/focus.js";
import { placeByTap } from "./tokens/place.js";

switchTheme(document);
closeToasts(document);
guardForms(document);
followLink(document);
placeByTap(document);
keepFocus(document);

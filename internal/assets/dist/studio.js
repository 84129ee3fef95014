"use strict";(()=>{document.body.textContent="tidytalk";})();
